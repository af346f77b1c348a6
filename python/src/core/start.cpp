/* SPDX-License-Identifier: BSD-3-Clause */
/* Joining and leaving a job, and what a job says of itself. */
#include "call.h"
#include "modules.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <string>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

static void join(ishmemx_attr_t attr)
{
    start_calls();
    attr.thread_level = ISHMEM_THREAD_MULTIPLE;
    calling([&] { ishmemx_init_attr(&attr); });
}

/* mpi: the address of an MPI_Comm, or 0. */
static void init(std::uintptr_t mpi)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.mpi_comm = reinterpret_cast<void *>(mpi);
    join(attr);
}

static nb::bytes unique_id()
{
    ishmemx_uniqueid_t id;
    if (ishmemx_get_uniqueid(&id) != 0) {
        throw std::runtime_error("there is no unique id; the library's message says why");
    }
    return nb::bytes(reinterpret_cast<const char *>(&id), sizeof id);
}

static void init_by_id(nb::bytes bytes, int rank, int n_pes)
{
    ishmemx_uniqueid_t id;
    if (bytes.size() != sizeof id) {
        throw nb::value_error("not a unique id");
    }
    std::memcpy(&id, bytes.c_str(), sizeof id);
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.initialize_runtime = true;
    attr.use_uid = true;
    attr.rank = rank;
    attr.nranks = n_pes;
    attr.uid = &id;
    join(attr);
}

static bool initialized()
{
    int is = 0;
    ishmemx_query_initialized(&is);
    return is != 0;
}

static std::uintptr_t allocate(std::size_t count, std::size_t size)
{
    return calling([&] { return reinterpret_cast<std::uintptr_t>(ishmem_calloc(count, size)); });
}

static std::uintptr_t allocate_aligned(std::size_t alignment, std::size_t bytes)
{
    return calling(
        [&] { return reinterpret_cast<std::uintptr_t>(ishmem_align(alignment, bytes)); });
}

static void *pointer(std::uintptr_t address)
{
    return reinterpret_cast<void *>(address);
}

static std::uintptr_t allocate_with_hints(std::size_t bytes, long hints)
{
    return calling(
        [&] { return reinterpret_cast<std::uintptr_t>(ishmem_malloc_with_hints(bytes, hints)); });
}

static std::uintptr_t reallocate(std::uintptr_t base, std::size_t bytes)
{
    return calling(
        [&] { return reinterpret_cast<std::uintptr_t>(ishmem_realloc(pointer(base), bytes)); });
}

/* team: negative for the PEs of the job. */
static std::uintptr_t address_on(std::uintptr_t address, int pe, int team)
{
    return calling([&] {
        void *const own = pointer(address);
        return reinterpret_cast<std::uintptr_t>(team < 0 ? ishmem_ptr(own, pe)
                                                         : ishmem_team_ptr(team, own, pe));
    });
}

static const char *runtime()
{
    switch (ishmemx_runtime_get_type()) {
    case ISHMEMX_RUNTIME_MPI:
        return "mpi";
    case ISHMEMX_RUNTIME_PMI:
        return "pmi";
    default:
        return nullptr;
    }
}

/* 1: a processor; 2: CUDA; 14: oneAPI, as in DLPack. */
static std::tuple<int, int> device_of_tile()
{
    ze_device_properties_t properties = {};
    properties.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
    if (zeDeviceGetProperties(ishmemx_ze_device(), &properties) != ZE_RESULT_SUCCESS ||
        properties.type == ZE_DEVICE_TYPE_CPU) {
        return {1, 0};
    }
    std::uint32_t count = 0;
    int ordinal = 0;
    zeDeviceGet(ishmemx_ze_driver(), &count, nullptr);
    std::vector<ze_device_handle_t> devices(count);
    zeDeviceGet(ishmemx_ze_driver(), &count, devices.data());
    for (std::uint32_t i = 0; i < count; i++) {
        ordinal = devices[i] == ishmemx_ze_device() ? static_cast<int>(i) : ordinal;
    }
    return {properties.vendorId == 0x10de ? 2 : 14, ordinal};
}

void define_start(nb::module_ &m)
{
    m.def("_init", init, "mpi"_a);
    m.def("_init_by_id", init_by_id, "id"_a, "rank"_a, "n_pes"_a);
    m.def("_unique_id", unique_id);
    m.def("_initialized", initialized);
    m.def("_finalize", [] { calling([] { ishmem_finalize(); }); });
    m.def(
        "_global_exit", [](int status) { calling([&] { ishmem_global_exit(status); }); },
        "status"_a);
    m.def("_my_pe", [] { return calling([] { return ishmem_my_pe(); }); });
    m.def("_n_pes", [] { return calling([] { return ishmem_n_pes(); }); });
    m.def("_version", [] {
        int major = 0;
        int minor = 0;
        ishmem_info_get_version(&major, &minor);
        return std::tuple<int, int>(major, minor);
    });
    m.def("_name", [] {
        char name[ISHMEM_MAX_NAME_LEN];
        ishmem_info_get_name(name);
        return std::string(name);
    });
    m.def("_thread_level", [] {
        int level = 0;
        ishmem_query_thread(&level);
        return level;
    });
    m.def("_device", device_of_tile);
    m.def("_calloc", allocate, "count"_a, "size"_a);
    m.def("_align", allocate_aligned, "alignment"_a, "bytes"_a);
    m.def(
        "_free", [](std::uintptr_t address) { calling([&] { ishmem_free(pointer(address)); }); },
        "address"_a);
    m.def("_malloc_with_hints", allocate_with_hints, "bytes"_a, "hints"_a);
    m.def("_realloc", reallocate, "base"_a, "bytes"_a);
    m.def("_ptr", address_on, "address"_a, "pe"_a, "team"_a);
    m.def("_runtime", runtime);
    m.def(
        "_pcontrol", [](int level) { ishmem_pcontrol(level); }, "level"_a);
    m.def(
        "_pe_accessible",
        [](int pe) { return calling([&] { return ishmem_pe_accessible(pe) != 0; }); }, "pe"_a);
    m.def(
        "_addr_accessible",
        [](std::uintptr_t address, int pe) {
            return calling([&] { return ishmem_addr_accessible(pointer(address), pe) != 0; });
        },
        "address"_a, "pe"_a);
    m.def(
        "_print",
        [](const std::string &text, int kind) {
            calling([&] {
                ishmemx_print(nullptr, 0, nullptr, text.c_str(),
                              static_cast<ishmemx_print_msg_type_t>(kind));
            });
        },
        "text"_a, "kind"_a);
    m.def("_timestamp", [] {
        unsigned long cell = 0;
        calling([&] { ishmemx_timestamp(ishmemx_ts_handle(&cell)); });
        return cell;
    });
    m.def(
        "_read",
        [](std::uintptr_t to, std::uintptr_t from, std::size_t bytes, int pe) {
            calling([&] { ishmem_getmem(pointer(to), pointer(from), bytes, pe); });
        },
        "to"_a, "source"_a, "bytes"_a, "pe"_a);
    m.def(
        "_write",
        [](std::uintptr_t to, std::uintptr_t from, std::size_t bytes, int pe) {
            calling([&] {
                ishmem_putmem(pointer(to), pointer(from), bytes, pe);
                ishmem_quiet();
            });
        },
        "to"_a, "source"_a, "bytes"_a, "pe"_a);
    m.def("_driver", [] { return reinterpret_cast<std::uintptr_t>(ishmemx_ze_driver()); });
    m.def("_context", [] { return reinterpret_cast<std::uintptr_t>(ishmemx_ze_context()); });
    m.def("_ze_device", [] { return reinterpret_cast<std::uintptr_t>(ishmemx_ze_device()); });
}
