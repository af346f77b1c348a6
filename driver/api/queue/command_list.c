/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lists: create, close, reset, destroy, wait. */
#include "device.h"
#include "entries.h"
#include "list_object.h"
#include "queue_desc.h"
#include "stream.h"

/* Relaxed order, throughput, explicit-only; and from later versions of the API, in-order, cloneable
 * and the hint to use copy engines. */
#define KNOWN_FLAGS 0x3fu

static void drop_commands(zed_list_t *list)
{
    while (list->first) {
        zed_command_t *command = list->first;
        list->first = command->next;
        zed_command_give(&list->pool, command);
    }
    list->last = &list->first;
}

static void release_list(void *object)
{
    zed_list_t *list = object;
    drop_commands(list);
    zed_command_pool_release(&list->pool);
    if (list->stream) {
        zed_stream_release(list->stream);
    }
    zed_object_drop(list->context);
}

static const zed_class_t list_class = {
    .kind = ZED_KIND_LIST,
    .bytes = sizeof(zed_list_t),
    .in_commands = true,
    .release = release_list,
};

static zed_list_t *new_list(ze_context_handle_t context_handle, ze_device_handle_t device_handle,
                            uint32_t ordinal)
{
    zed_list_t *list = zed_object_new(&list_class);
    if (list) {
        list->context = zed_object_keep(context_handle);
        list->device = (zed_device_t *)device_handle;
        list->ordinal = ordinal;
        list->last = &list->first;
    }
    return list;
}

ze_result_t zed_command_list_create(ze_context_handle_t context_handle,
                                    ze_device_handle_t device_handle,
                                    const ze_command_list_desc_t *desc,
                                    ze_command_list_handle_t *list_handle)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !list_handle) {
        return zed_fail_null(!desc ? "desc" : "phCommandList");
    }
    if (desc->commandQueueGroupOrdinal >= ZED_QUEUE_GROUPS) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the device has no queue group %u",
                        desc->commandQueueGroupOrdinal);
    }
    if (desc->flags > KNOWN_FLAGS) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "list flags 0x%x are unknown",
                        desc->flags);
    }
    zed_list_t *list = new_list(context_handle, device_handle, desc->commandQueueGroupOrdinal);
    if (!list) {
        return zed_fail_memory();
    }
    *list_handle = (ze_command_list_handle_t)list;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_list_create_immediate(ze_context_handle_t context_handle,
                                              ze_device_handle_t device_handle,
                                              const ze_command_queue_desc_t *desc,
                                              ze_command_list_handle_t *list_handle)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !list_handle) {
        return zed_fail_null(!desc ? "altdesc" : "phCommandList");
    }
    result = zed_queue_check_desc(desc);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_list_t *list = new_list(context_handle, device_handle, desc->ordinal);
    if (!list) {
        return zed_fail_memory();
    }
    list->index = desc->index;
    list->synchronous = desc->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    list->stream = zed_stream_acquire(list->device);
    if (!list->stream) {
        zed_object_abandon(list);
        return zed_fail_memory();
    }
    *list_handle = (ze_command_list_handle_t)list;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_idle(const zed_list_t *list)
{
    if (atomic_load_explicit(&list->pending, memory_order_acquire) != 0) {
        return zed_fail(ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE,
                        "a queue still executes the command list");
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_list_destroy(ze_command_list_handle_t list_handle)
{
    return zed_object_retire(list_handle, ZED_KIND_LIST);
}

/* An immediate list records nothing, so closing or resetting it changes nothing. */
ze_result_t zed_command_list_close(ze_command_list_handle_t list_handle)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        zed_list_t *list = (zed_list_t *)list_handle;
        list->closed = !list->stream;
    }
    return result;
}

ze_result_t zed_command_list_reset(ze_command_list_handle_t list_handle)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = check_idle((zed_list_t *)list_handle);
    }
    if (result == ZE_RESULT_SUCCESS) {
        zed_list_t *list = (zed_list_t *)list_handle;
        drop_commands(list);
        list->closed = false;
        list->waits = false;
        list->counts = false;
    }
    return result;
}

ze_result_t zed_command_list_host_synchronize(ze_command_list_handle_t list_handle,
                                              uint64_t timeout)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_list_t *list = (zed_list_t *)list_handle;
    if (!list->stream) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "only an immediate command list can be waited for");
    }
    return zed_stream_wait(zed_stream_last(list->stream), timeout);
}

ze_result_t zed_command_list_get_device_handle(ze_command_list_handle_t list_handle,
                                               ze_device_handle_t *device)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, device, "phDevice");
    if (result == ZE_RESULT_SUCCESS) {
        *device = (ze_device_handle_t)((zed_list_t *)list_handle)->device;
    }
    return result;
}

ze_result_t zed_command_list_get_context_handle(ze_command_list_handle_t list_handle,
                                                ze_context_handle_t *context)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, context, "phContext");
    if (result == ZE_RESULT_SUCCESS) {
        *context = (ze_context_handle_t)((zed_list_t *)list_handle)->context;
    }
    return result;
}

ze_result_t zed_command_list_get_ordinal(ze_command_list_handle_t list_handle, uint32_t *ordinal)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, ordinal, "pOrdinal");
    if (result == ZE_RESULT_SUCCESS) {
        *ordinal = ((zed_list_t *)list_handle)->ordinal;
    }
    return result;
}

ze_result_t zed_command_list_immediate_get_index(ze_command_list_handle_t list_handle,
                                                 uint32_t *index)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, index, "pIndex");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!((zed_list_t *)list_handle)->stream) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "a regular command list has no queue index");
    }
    *index = ((zed_list_t *)list_handle)->index;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_list_is_immediate(ze_command_list_handle_t list_handle,
                                          ze_bool_t *immediate)
{
    ze_result_t result =
        zed_object_check_with(list_handle, ZED_KIND_LIST, immediate, "pIsImmediate");
    if (result == ZE_RESULT_SUCCESS) {
        *immediate = ((zed_list_t *)list_handle)->stream != NULL;
    }
    return result;
}
