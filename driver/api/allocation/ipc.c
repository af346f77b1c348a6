/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that other processes share.  A handle stands for the whole allocation.  Its descriptor
 * belongs to the allocation, so closing the handle releases nothing.
 */
#include "entries.h"
#include "memory.h"

#include <string.h>

static ze_result_t refuse_handle(ze_result_t result, const ze_ipc_mem_handle_t *ipc)
{
    uint64_t descriptor;
    memcpy(&descriptor, ipc->data, sizeof descriptor);
    return zed_fail(result,
                    "the IPC handle, with descriptor %lld, does not belong to live memory that a "
                    "process of this driver has exported",
                    (long long)descriptor);
}

ze_result_t zed_mem_get_ipc_handle(ze_context_handle_t context_handle, const void *address,
                                   ze_ipc_mem_handle_t *ipc)
{
    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!address || !ipc) {
        return zed_fail_null(!address ? "ptr" : "pIpcHandle");
    }
    zed_allocation_t found;
    result = zed_memory_require(address, &found);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return zed_driver_engine()->memory_export(found.memory, ipc);
}

ze_result_t zed_mem_put_ipc_handle(ze_context_handle_t context_handle, ze_ipc_mem_handle_t ipc)
{
    (void)ipc;
    return zed_object_check(context_handle, ZED_KIND_CONTEXT);
}

ze_result_t zed_mem_open_ipc_handle(ze_context_handle_t context_handle,
                                    ze_device_handle_t device_handle, ze_ipc_mem_handle_t ipc,
                                    ze_ipc_memory_flags_t flags, void **address)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!address) {
        return zed_fail_null("pptr");
    }
    if (flags > (ZE_IPC_MEMORY_FLAG_BIAS_CACHED | ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "IPC flags 0x%x are unknown", flags);
    }
    zed_memory_t *memory;
    result = zed_driver_engine()->memory_import(&ipc, ((const zed_device_t *)device_handle)->tile,
                                                &memory);
    if (result != ZE_RESULT_SUCCESS) {
        return refuse_handle(result, &ipc);
    }
    void *base = memory->base;
    result =
        zed_memory_register((zed_context_t *)context_handle, (zed_device_t *)device_handle, memory);
    if (result == ZE_RESULT_SUCCESS) {
        *address = base;
    }
    return result;
}

ze_result_t zed_mem_close_ipc_handle(ze_context_handle_t context_handle, const void *address)
{
    ze_result_t result = zed_object_check_with(context_handle, ZED_KIND_CONTEXT, address, "ptr");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return zed_memory_drop(address, true);
}

ze_result_t zed_mem_get_ipc_handle_from_file_descriptor_exp(ze_context_handle_t context_handle,
                                                            uint64_t descriptor,
                                                            ze_ipc_mem_handle_t *ipc)
{
    ze_result_t result = zed_object_check_with(context_handle, ZED_KIND_CONTEXT, ipc, "pIpcHandle");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    ze_ipc_mem_handle_t handle = {{0}};
    memcpy(handle.data, &descriptor, sizeof descriptor);
    result = zed_driver_engine()->memory_verify(&handle);
    if (result != ZE_RESULT_SUCCESS) {
        return refuse_handle(result, &handle);
    }
    *ipc = handle;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_mem_get_file_descriptor_from_ipc_handle_exp(ze_context_handle_t context_handle,
                                                            ze_ipc_mem_handle_t ipc,
                                                            uint64_t *descriptor)
{
    ze_result_t result =
        zed_object_check_with(context_handle, ZED_KIND_CONTEXT, descriptor, "pHandle");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    result = zed_driver_engine()->memory_verify(&ipc);
    if (result != ZE_RESULT_SUCCESS) {
        return refuse_handle(result, &ipc);
    }
    memcpy(descriptor, ipc.data, sizeof *descriptor);
    return ZE_RESULT_SUCCESS;
}
