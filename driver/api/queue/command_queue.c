/* SPDX-License-Identifier: BSD-3-Clause */
/* Queues: create, destroy, execute lists, wait. */
#include "device.h"
#include "entries.h"
#include "execute.h"
#include "fence_object.h"
#include "queue_desc.h"
#include "queue_object.h"
#include "stream.h"

static void release_queue(void *object)
{
    zed_queue_t *queue = object;
    if (queue->stream) {
        zed_stream_release(queue->stream);
    }
    zed_object_drop(queue->context);
}

static const zed_class_t queue_class = {
    .kind = ZED_KIND_QUEUE,
    .bytes = sizeof(zed_queue_t),
    .in_commands = true, /* in its stream */
    .release = release_queue,
};

ze_result_t zed_command_queue_create(ze_context_handle_t context_handle,
                                     ze_device_handle_t device_handle,
                                     const ze_command_queue_desc_t *desc,
                                     ze_command_queue_handle_t *queue_handle)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !queue_handle) {
        return zed_fail_null(!desc ? "desc" : "phCommandQueue");
    }
    result = zed_queue_check_desc(desc);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_queue_t *queue = zed_object_new(&queue_class);
    if (!queue) {
        return zed_fail_memory();
    }
    queue->stream = zed_stream_acquire((const zed_device_t *)device_handle);
    if (!queue->stream) {
        zed_object_abandon(queue);
        return zed_fail_memory();
    }
    queue->context = zed_object_keep(context_handle);
    queue->ordinal = desc->ordinal;
    queue->index = desc->index;
    queue->synchronous = desc->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    *queue_handle = (ze_command_queue_handle_t)queue;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_queue_destroy(ze_command_queue_handle_t queue_handle)
{
    return zed_object_retire(queue_handle, ZED_KIND_QUEUE);
}

static zed_command_t *next_command(zed_stream_t *stream, zed_command_kind_t kind)
{
    zed_command_t *command = zed_stream_command(stream);
    if (command) {
        command->next = NULL;
        command->kind = kind;
        command->wait_count = 0;
        command->signal = NULL;
    }
    return command;
}

/* The commands that execute the lists and signal the fence; NULL if memory is exhausted. */
static zed_command_t *make_chain(zed_stream_t *stream, uint32_t count,
                                 ze_command_list_handle_t *list_handles, zed_fence_t *fence)
{
    zed_command_t *execution = next_command(stream, ZED_COMMAND_EXECUTE_LISTS);
    if (!execution) {
        return NULL;
    }
    if (zed_command_reserve(execution, count * sizeof(zed_list_t *))) {
        zed_execute_fill(execution, count, list_handles);
        if (!fence) {
            return execution;
        }
        execution->next = next_command(stream, ZED_COMMAND_SIGNAL_FENCE);
        if (execution->next) {
            execution->next->what.fence = fence;
            return execution;
        }
    }
    zed_stream_discard(stream, execution);
    return NULL;
}

ze_result_t zed_command_queue_execute_command_lists(ze_command_queue_handle_t queue_handle,
                                                    uint32_t count,
                                                    ze_command_list_handle_t *list_handles,
                                                    ze_fence_handle_t fence_handle)
{
    ze_result_t result = zed_object_check(queue_handle, ZED_KIND_QUEUE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_queue_t *queue = (zed_queue_t *)queue_handle;
    result = zed_execute_check(queue->ordinal, count, list_handles);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_fence_t *fence = (zed_fence_t *)fence_handle;
    if (fence &&
        (zed_object_check(fence, ZED_KIND_FENCE) != ZE_RESULT_SUCCESS || fence->queue != queue)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                        "the fence is not a live fence of this queue");
    }
    zed_command_t *chain = make_chain(queue->stream, count, list_handles, fence);
    if (!chain) {
        return zed_fail_memory();
    }
    uint64_t point;
    result = zed_stream_submit(queue->stream, chain, &point);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (fence) {
        atomic_store_explicit(&fence->point, point, memory_order_relaxed);
    }
    if (queue->synchronous) {
        return zed_stream_wait(point, ZED_FOREVER);
    }
    zed_stream_wake(queue->stream);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_queue_synchronize(ze_command_queue_handle_t queue_handle, uint64_t timeout)
{
    ze_result_t result = zed_object_check(queue_handle, ZED_KIND_QUEUE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_stream_t *stream = ((zed_queue_t *)queue_handle)->stream;
    return zed_stream_wait(zed_stream_last(stream), timeout);
}

ze_result_t zed_command_queue_get_ordinal(ze_command_queue_handle_t queue_handle, uint32_t *ordinal)
{
    ze_result_t result = zed_object_check_with(queue_handle, ZED_KIND_QUEUE, ordinal, "pOrdinal");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *ordinal = ((zed_queue_t *)queue_handle)->ordinal;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_command_queue_get_index(ze_command_queue_handle_t queue_handle, uint32_t *index)
{
    ze_result_t result = zed_object_check_with(queue_handle, ZED_KIND_QUEUE, index, "pIndex");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *index = ((zed_queue_t *)queue_handle)->index;
    return ZE_RESULT_SUCCESS;
}
