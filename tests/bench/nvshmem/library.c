/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process has both libraries: NVSHMEM works in the primary context of the GPU that is this PE's
 * tile, which libishmem's driver uses, too, and in a heap of its own.
 */
#include "library.h"

#include "find.h"
#include <dlfcn.h>
#include <errno.h>
#include <ishmemx.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    INIT_WITH_UNIQUEID = 1 << 3,
    ID_BYTES = 128
};

/* What NVSHMEM is started with.  Of its versions of these, the first is known to all releases. */
typedef struct unique_id {
    int version;
    char internal[ID_BYTES - sizeof(int)];
} unique_id_t;

typedef struct id_arguments {
    int version;
    unique_id_t *id;
    int pe;
    int n_pes;
} id_arguments_t;

typedef struct start_arguments {
    int version;
    id_arguments_t id;
    char rest[96];
} start_arguments_t;

typedef struct start {
    int version;
    void *mpi_communicator;
    start_arguments_t arguments;
} start_t;

#define FIRST_VERSION(TYPE) ((1 << 16) + (int)sizeof(TYPE))

perf_cuda_t perf_cuda;
perf_nvshmem_library_t perf_nvshmem_library;

void perf_nvshmem_fail(const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: NVSHMEM: PE %d: %s\n", program_invocation_short_name, ishmem_my_pe(),
            text);
    ishmem_global_exit(EXIT_FAILURE);
    abort();
}

void perf_nvshmem_check(int result, const char *what)
{
    if (result != 0) {
        perf_nvshmem_fail("%s failed: %d", what, result);
    }
}

/* ---- NVIDIA's driver ------------------------------------------------------------------------- */

void perf_find_symbol(void *library, const char *name, void *function)
{
    void *const found = dlsym(library, name);
    if (!found) {
        perf_nvshmem_fail("%s", dlerror());
    }
    memcpy(function, &found, sizeof found);
}

/* Of this PE's tile, as CUDA writes it. */
static void find_address(char *text, size_t bytes)
{
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    ze_device_properties_t device = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    enum { VENDOR_NVIDIA = 0x10de };
    if (zeDeviceGetProperties(ishmemx_ze_device(), &device) != ZE_RESULT_SUCCESS ||
        device.vendorId != VENDOR_NVIDIA ||
        zeDevicePciGetPropertiesExt(ishmemx_ze_device(), &pci) != ZE_RESULT_SUCCESS) {
        perf_nvshmem_fail("its tile is %s; expected an NVIDIA GPU", device.name);
    }
    snprintf(text, bytes, "%04x:%02x:%02x.%x", pci.address.domain, pci.address.bus,
             pci.address.device, pci.address.function);
}

static void open_cuda(void)
{
    char address[32];
    find_address(address, sizeof address);
    void *const handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        perf_nvshmem_fail("%s", dlerror());
    }
#define FIND_CUDA(RESULT, NAME, ARGUMENTS) perf_find_symbol(handle, #NAME, &perf_cuda.NAME);
    PERF_CUDA_FUNCTIONS(FIND_CUDA)
    int device = 0;
    void *context = NULL;
    perf_nvshmem_check(perf_cuda.cuInit(0), "cuInit");
    perf_nvshmem_check(perf_cuda.cuDeviceGetByPCIBusId(&device, address), "cuDeviceGetByPCIBusId");
    perf_nvshmem_check(perf_cuda.cuDevicePrimaryCtxRetain(&context, device),
                       "cuDevicePrimaryCtxRetain");
    perf_nvshmem_check(perf_cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    perf_nvshmem_check(perf_cuda.cuStreamCreate(&perf_cuda.stream, 1), "cuStreamCreate");
    perf_nvshmem_check(perf_cuda.cuDeviceGetAttribute(&perf_cuda.major,
                                                      ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                       "cuDeviceGetAttribute");
    perf_nvshmem_check(perf_cuda.cuDeviceGetAttribute(&perf_cuda.minor,
                                                      ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
                       "cuDeviceGetAttribute");
}

/* ---- NVSHMEM --------------------------------------------------------------------------------- */

static void open_nvshmem(void)
{
    perf_nvshmem_library_t *const library = &perf_nvshmem_library;
    library->handle = perf_find_library((const char *const[]){"libnvshmem_host.so.3", NULL});
    if (!library->handle) {
        perf_nvshmem_fail(
            "no libnvshmem_host.so.3; set NVSHMEM_HOME to the directory that has it in "
            "lib, or LD_LIBRARY_PATH");
    }
#define FIND_NVSHMEM(RESULT, NAME, ARGUMENTS) \
    perf_find_symbol(library->handle, #NAME, &library->NAME);
    PERF_NVSHMEM_FUNCTIONS(FIND_NVSHMEM)
    perf_find_beside(dlsym(library->handle, "nvshmem_quiet"));
}

/* PE 0's, through symmetric memory. */
static void share_id(unique_id_t *id)
{
    unique_id_t *const shared = ishmem_malloc(sizeof *shared);
    if (!shared) {
        perf_nvshmem_fail("the symmetric heap has no %zu bytes left; set ISHMEM_SYMMETRIC_SIZE",
                          sizeof *shared);
    }
    if (ishmem_my_pe() == 0) {
        perf_nvshmem_check(perf_nvshmem_library.nvshmemx_get_uniqueid(id), "nvshmemx_get_uniqueid");
        for (int pe = 0; pe < ishmem_n_pes(); pe++) {
            ishmem_putmem(shared, id, sizeof *id, pe);
        }
    }
    ishmem_barrier_all();
    ishmem_getmem(id, shared, sizeof *id, ishmem_my_pe());
    ishmem_free(shared);
}

void perf_nvshmem_start(size_t bytes)
{
    open_cuda();
    open_nvshmem();
    char heap[32];
    snprintf(heap, sizeof heap, "%zu", bytes + ((size_t)64 << 20));
    setenv("NVSHMEM_SYMMETRIC_SIZE", heap, 0);
    unique_id_t id = {.version = FIRST_VERSION(unique_id_t)};
    share_id(&id);
    start_t start = {.version = FIRST_VERSION(start_t),
                     .arguments = {.version = FIRST_VERSION(start_arguments_t),
                                   .id = {.version = FIRST_VERSION(id_arguments_t)}}};
    perf_nvshmem_library_t *const library = &perf_nvshmem_library;
    perf_nvshmem_check(
        library->nvshmemx_set_attr_uniqueid_args(ishmem_my_pe(), ishmem_n_pes(), &id, &start),
        "nvshmemx_set_attr_uniqueid_args");
    perf_nvshmem_check(library->nvshmemx_hostlib_init_attr(INIT_WITH_UNIQUEID, &start),
                       "nvshmemx_hostlib_init_attr");
}

void perf_nvshmem_end(void)
{
    perf_nvshmem_library.nvshmemx_hostlib_finalize();
}
