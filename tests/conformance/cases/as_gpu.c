/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before Level Zero's loader (LD_PRELOAD) and says that the CPU driver's device is a GPU, so that
 * the library and kernels go the ways that they go on GPUs: lanes share copies, groups are wide,
 * nothing rings the proxy's doorbell.  With AS_GPU=discrete the GPU has memory of its own.
 */
#include <dlfcn.h>
#include <level_zero/ze_api.h>
#include <stdlib.h>
#include <string.h>

static ze_result_t ask(ze_device_handle_t device, ze_device_properties_t *properties)
{
    ze_result_t (*call)(ze_device_handle_t, ze_device_properties_t *) = NULL;
    void *const loader = dlopen("libze_loader.so.1", RTLD_NOW);
    if (loader) {
        *(void **)&call = dlsym(loader, "zeDeviceGetProperties");
    }
    return call ? call(device, properties) : ZE_RESULT_ERROR_UNINITIALIZED;
}

ze_result_t zeDeviceGetProperties(ze_device_handle_t device, ze_device_properties_t *properties)
{
    const ze_result_t result = ask(device, properties);
    const char *const kind = getenv("AS_GPU");
    if (result == ZE_RESULT_SUCCESS) {
        properties->type = ZE_DEVICE_TYPE_GPU;
        if (kind && strcmp(kind, "discrete") == 0) {
            properties->flags &= ~(ze_device_property_flags_t)ZE_DEVICE_PROPERTY_FLAG_INTEGRATED;
        }
    }
    return result;
}
