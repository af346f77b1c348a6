/* SPDX-License-Identifier: BSD-3-Clause */
/* Contexts, and residency, for which nothing needs to be done. */
#include "ze_context.h"

#include "entries.h"

static const zed_class_t context_class = {
    .kind = ZED_KIND_CONTEXT,
    .bytes = sizeof(zed_context_t),
};

ze_result_t zed_context_check(ze_context_handle_t context_handle, ze_device_handle_t device_handle)
{
    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    return result == ZE_RESULT_SUCCESS ? zed_object_check(device_handle, ZED_KIND_DEVICE) : result;
}

ze_result_t zed_context_create(ze_driver_handle_t driver_handle, const ze_context_desc_t *desc,
                               ze_context_handle_t *context_handle)
{
    return zed_context_create_ex(driver_handle, desc, 0, NULL, context_handle);
}

ze_result_t zed_context_create_ex(ze_driver_handle_t driver_handle, const ze_context_desc_t *desc,
                                  uint32_t device_count, ze_device_handle_t *devices,
                                  ze_context_handle_t *context_handle)
{
    ze_result_t result = zed_object_check(driver_handle, ZED_KIND_DRIVER);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !context_handle) {
        return zed_fail_null(!desc ? "desc" : "phContext");
    }
    if (desc->flags > ZE_CONTEXT_FLAG_TBD) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "context flags 0x%x are unknown",
                        desc->flags);
    }
    if (device_count > 0 && !devices) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                        "there are %u devices, but their list is null", device_count);
    }
    for (uint32_t i = 0; i < device_count; i++) {
        result = zed_object_check(devices[i], ZED_KIND_DEVICE);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
    }
    zed_context_t *context = zed_object_new(&context_class);
    if (!context) {
        return zed_fail_memory();
    }
    *context_handle = (ze_context_handle_t)context;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_context_destroy(ze_context_handle_t context_handle)
{
    return zed_object_retire(context_handle, ZED_KIND_CONTEXT);
}

ze_result_t zed_context_get_status(ze_context_handle_t context_handle)
{
    return zed_object_check(context_handle, ZED_KIND_CONTEXT);
}

ze_result_t zed_context_system_barrier(ze_context_handle_t context_handle,
                                       ze_device_handle_t device_handle)
{
    atomic_thread_fence(memory_order_seq_cst);
    return zed_context_check(context_handle, device_handle);
}

static ze_result_t check_residency(ze_context_handle_t context_handle,
                                   ze_device_handle_t device_handle, const void *address,
                                   size_t bytes)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!address) {
        return zed_fail_null("ptr");
    }
    if (bytes == 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE, "the range is empty");
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_context_make_memory_resident(ze_context_handle_t context_handle,
                                             ze_device_handle_t device_handle, void *address,
                                             size_t bytes)
{
    return check_residency(context_handle, device_handle, address, bytes);
}

ze_result_t zed_context_evict_memory(ze_context_handle_t context_handle,
                                     ze_device_handle_t device_handle, void *address, size_t bytes)
{
    return check_residency(context_handle, device_handle, address, bytes);
}
