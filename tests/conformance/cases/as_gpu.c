/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before Level Zero's loader (LD_PRELOAD) and says that the CPU driver's device is a GPU, so that
 * the library and kernels go the ways that they go on GPUs: lanes share copies, groups are wide,
 * nothing rings the proxy's doorbell.  The driver has no extensions, by which the library knows the CPU driver.  With
 * AS_GPU=discrete the GPU has memory of its own.
 */
#include <dlfcn.h>
#include <level_zero/ze_api.h>
#include <stdlib.h>
#include <string.h>

static void *find(const char *name)
{
    void *const loader = dlopen("libze_loader.so.1", RTLD_NOW);
    return loader ? dlsym(loader, name) : NULL;
}

static int is(const char *wanted)
{
    const char *const kind = getenv("AS_GPU");
    return kind && strcmp(kind, wanted) == 0;
}

ze_result_t zeDeviceGetProperties(ze_device_handle_t device, ze_device_properties_t *properties)
{
    ze_result_t (*call)(ze_device_handle_t, ze_device_properties_t *);
    *(void **)&call = find("zeDeviceGetProperties");
    const ze_result_t result = call ? call(device, properties) : ZE_RESULT_ERROR_UNINITIALIZED;
    if (result == ZE_RESULT_SUCCESS) {
        properties->type = ZE_DEVICE_TYPE_GPU;
        if (is("discrete")) {
            properties->flags &= ~(ze_device_property_flags_t)ZE_DEVICE_PROPERTY_FLAG_INTEGRATED;
        }
    }
    return result;
}

ze_result_t zeDriverGetExtensionProperties(ze_driver_handle_t driver, uint32_t *count,
                                           ze_driver_extension_properties_t *extensions)
{
    (void)driver;
    (void)extensions;
    *count = 0;
    return ZE_RESULT_SUCCESS;
}

/* Such a GPU does not reach the program's own memory. */
ze_result_t zeDeviceGetMemoryAccessProperties(ze_device_handle_t device,
                                              ze_device_memory_access_properties_t *properties)
{
    ze_result_t (*call)(ze_device_handle_t, ze_device_memory_access_properties_t *);
    *(void **)&call = find("zeDeviceGetMemoryAccessProperties");
    const ze_result_t result = call ? call(device, properties) : ZE_RESULT_ERROR_UNINITIALIZED;
    if (result == ZE_RESULT_SUCCESS && is("discrete")) {
        properties->sharedSystemAllocCapabilities = 0;
    }
    return result;
}
