/* SPDX-License-Identifier: BSD-3-Clause */
/* See cuda.h. */
#include "cuda.h"

#include <dlfcn.h>
#include <errno.h>
#include <ishmemx.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76 };

perf_cuda_t perf_cuda;

void perf_beside_fail(const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: %s: PE %d: %s\n", program_invocation_short_name, perf_beside->name,
            ishmem_my_pe(), text);
    ishmem_global_exit(EXIT_FAILURE);
    abort();
}

void perf_beside_check(int result, const char *what)
{
    if (result != 0) {
        perf_beside_fail("%s failed: %d", what, result);
    }
}

void perf_find_symbol(void *library, const char *name, void *function)
{
    void *const found = dlsym(library, name);
    if (!found) {
        perf_beside_fail("%s", dlerror());
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
        perf_beside_fail("its tile is %s; expected an NVIDIA GPU", device.name);
    }
    snprintf(text, bytes, "%04x:%02x:%02x.%x", pci.address.domain, pci.address.bus,
             pci.address.device, pci.address.function);
}

void perf_cuda_open(void)
{
    char address[32];
    find_address(address, sizeof address);
    void *const handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        perf_beside_fail("%s", dlerror());
    }
#define FIND_CUDA(RESULT, NAME, ARGUMENTS) perf_find_symbol(handle, #NAME, &perf_cuda.NAME);
    PERF_CUDA_FUNCTIONS(FIND_CUDA)
    int device = 0;
    void *context = NULL;
    perf_beside_check(perf_cuda.cuInit(0), "cuInit");
    perf_beside_check(perf_cuda.cuDeviceGetByPCIBusId(&device, address), "cuDeviceGetByPCIBusId");
    perf_beside_check(perf_cuda.cuDevicePrimaryCtxRetain(&context, device),
                      "cuDevicePrimaryCtxRetain");
    perf_beside_check(perf_cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    perf_beside_check(perf_cuda.cuStreamCreate(&perf_cuda.stream, 1), "cuStreamCreate");
    perf_beside_check(perf_cuda.cuDeviceGetAttribute(&perf_cuda.major,
                                                     ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                      "cuDeviceGetAttribute");
    perf_beside_check(perf_cuda.cuDeviceGetAttribute(&perf_cuda.minor,
                                                     ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
                      "cuDeviceGetAttribute");
}

/* Through symmetric memory. */
void perf_beside_share(void *object, size_t bytes)
{
    void *const shared = ishmem_malloc(bytes);
    if (!shared) {
        perf_beside_fail("the symmetric heap has no %zu bytes left; set ISHMEM_SYMMETRIC_SIZE",
                         bytes);
    }
    if (ishmem_my_pe() == 0) {
        for (int pe = 0; pe < ishmem_n_pes(); pe++) {
            ishmem_putmem(shared, object, bytes, pe);
        }
    }
    ishmem_barrier_all();
    ishmem_getmem(object, shared, bytes, ishmem_my_pe());
    ishmem_free(shared);
}

perf_run_fn perf_beside_find(const perf_beside_named_t *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].run;
        }
    }
    return NULL;
}
