/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules, kernels and queues of Level Zero, as far as ishmem.Module and ishmem.Queue need them. */
#include "array.h"
#include "call.h"
#include "modules.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <string>

using namespace nb::literals;

static void need(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        char text[96];
        std::snprintf(text, sizeof text, "%s returned 0x%x", call, static_cast<unsigned>(result));
        throw std::runtime_error(text);
    }
}
#define NEED(call, ...) need(call(__VA_ARGS__), #call)

template <class T> static T handle(std::uintptr_t number)
{
    return reinterpret_cast<T>(number);
}
template <class T> static std::uintptr_t number(T handle)
{
    return reinterpret_cast<std::uintptr_t>(handle);
}

/* ---- Modules ---------------------------------------------------------------------------------- */

static std::uintptr_t load(nb::bytes spirv)
{
    ze_module_handle_t module = nullptr;
    const int result =
        calling([&] { return ishmemx_module_load_memory(spirv.c_str(), spirv.size(), &module); });
    if (result != 0) {
        throw nb::value_error("the module was not built; the library's message says why");
    }
    return number(module);
}

static std::uintptr_t kernel(std::uintptr_t module, const std::string &name)
{
    ze_kernel_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC;
    desc.pKernelName = name.c_str();
    ze_kernel_handle_t made = nullptr;
    NEED(zeKernelCreate, handle<ze_module_handle_t>(module), &desc, &made);
    return number(made);
}

static void set_argument(std::uintptr_t kernel_, std::uint32_t index, nb::bytes value)
{
    NEED(zeKernelSetArgumentValue, handle<ze_kernel_handle_t>(kernel_), index, value.size(),
         value.c_str());
}

/* Of a parameter that is memory of the work-group. */
static void set_local(std::uintptr_t kernel_, std::uint32_t index, std::size_t bytes)
{
    NEED(zeKernelSetArgumentValue, handle<ze_kernel_handle_t>(kernel_), index, bytes, nullptr);
}

static void launch(std::uintptr_t list, std::uintptr_t kernel_, std::vector<std::uint32_t> items,
                   std::vector<std::uint32_t> groups, std::uintptr_t event,
                   const std::vector<std::uintptr_t> &waits)
{
    items.resize(3, 1);
    groups.resize(3, 1);
    const ze_group_count_t count = {groups[0], groups[1], groups[2]};
    std::vector<ze_event_handle_t> after;
    for (const std::uintptr_t wait : waits) {
        after.push_back(handle<ze_event_handle_t>(wait));
    }
    NEED(zeKernelSetGroupSize, handle<ze_kernel_handle_t>(kernel_), items[0], items[1], items[2]);
    const ze_result_t result = calling([&] {
        return zeCommandListAppendLaunchKernel(
            handle<ze_command_list_handle_t>(list), handle<ze_kernel_handle_t>(kernel_), &count,
            handle<ze_event_handle_t>(event), static_cast<std::uint32_t>(after.size()),
            after.empty() ? nullptr : after.data());
    });
    need(result, "zeCommandListAppendLaunchKernel");
}

/* ---- Queues ---------------------------------------------------------------------------------- */

/* An immediate list, and an event for its end. */
static std::tuple<std::uintptr_t, std::uintptr_t, std::uintptr_t> make_queue()
{
    ze_command_queue_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    ze_event_pool_desc_t pool_desc = {};
    pool_desc.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
    pool_desc.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
    pool_desc.count = 1;
    ze_event_desc_t event_desc = {};
    event_desc.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
    event_desc.signal = ZE_EVENT_SCOPE_FLAG_HOST;
    ze_device_handle_t device = ishmemx_ze_device();
    ze_command_list_handle_t list = nullptr;
    ze_event_pool_handle_t pool = nullptr;
    ze_event_handle_t event = nullptr;
    NEED(zeCommandListCreateImmediate, ishmemx_ze_context(), device, &desc, &list);
    NEED(zeEventPoolCreate, ishmemx_ze_context(), &pool_desc, 1, &device, &pool);
    NEED(zeEventCreate, pool, &event_desc, &event);
    return {number(list), number(pool), number(event)};
}

/* What is appended from here on begins when the rest has ended. */
static void append_order(std::uintptr_t list)
{
    NEED(zeCommandListAppendBarrier, handle<ze_command_list_handle_t>(list), nullptr, 0, nullptr);
}

static void append_end(std::uintptr_t list, std::uintptr_t event)
{
    NEED(zeCommandListAppendBarrier, handle<ze_command_list_handle_t>(list),
         handle<ze_event_handle_t>(event), 0, nullptr);
}

/* Whether the event is there within so many ns; then it is reset. */
static bool wait_for_event(std::uintptr_t event, std::uint64_t ns)
{
    const ze_result_t result =
        calling([&] { return zeEventHostSynchronize(handle<ze_event_handle_t>(event), ns); });
    if (result == ZE_RESULT_NOT_READY) {
        return false;
    }
    need(result, "zeEventHostSynchronize");
    NEED(zeEventHostReset, handle<ze_event_handle_t>(event));
    return true;
}

static void destroy_queue(std::uintptr_t list, std::uintptr_t pool, std::uintptr_t event)
{
    zeEventDestroy(handle<ze_event_handle_t>(event));
    zeEventPoolDestroy(handle<ze_event_pool_handle_t>(pool));
    zeCommandListDestroy(handle<ze_command_list_handle_t>(list));
}

static std::uintptr_t allocate(std::size_t bytes)
{
    ze_host_mem_alloc_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
    void *memory = nullptr;
    NEED(zeMemAllocHost, ishmemx_ze_context(), &desc, bytes, 64, &memory);
    std::memset(memory, 0, bytes);
    return number(memory);
}

void define_kernels(nb::module_ &m)
{
    m.def("_module_load", load, "spirv"_a);
    m.def(
        "_module_destroy",
        [](std::uintptr_t module) { zeModuleDestroy(handle<ze_module_handle_t>(module)); },
        "module"_a);
    m.def("_kernel_create", kernel, "module"_a, "name"_a);
    m.def(
        "_kernel_destroy", [](std::uintptr_t k) { zeKernelDestroy(handle<ze_kernel_handle_t>(k)); },
        "kernel"_a);
    m.def("_kernel_set_local", set_local, "kernel"_a, "index"_a, "bytes"_a);
    m.def("_kernel_set_argument", set_argument, "kernel"_a, "index"_a, "value"_a);
    m.def("_kernel_launch", launch, "queue"_a, "kernel"_a, "items"_a, "groups"_a,
          "signal_event"_a = 0, "waits"_a = std::vector<std::uintptr_t>());
    m.def("_queue_create", make_queue);
    m.def("_queue_order", append_order, "queue"_a);
    m.def("_queue_end", append_end, "queue"_a, "event"_a);
    m.def("_queue_wait", wait_for_event, "event"_a, "ns"_a);
    m.def("_queue_destroy", destroy_queue, "queue"_a, "pool"_a, "event"_a);
    m.def("_host_allocate", allocate, "bytes"_a);
    m.def(
        "_host_free",
        [](std::uintptr_t memory) { zeMemFree(ishmemx_ze_context(), handle<void *>(memory)); },
        "memory"_a);
}
