/* SPDX-License-Identifier: BSD-3-Clause */
/* Fences: create, destroy, wait, reset. */
#include "driver.h"
#include "entries.h"
#include "fence_object.h"
#include "listener.h"
#include "stream.h"

#include <stdlib.h>

static void release_fence(void *object)
{
    zed_fence_t *fence = object;
    if (fence->memory) {
        zed_driver_engine()->memory_free(fence->memory);
    }
    free(fence->clock);
    zed_object_drop(fence->queue);
}

static const zed_class_t fence_class = {
    .kind = ZED_KIND_FENCE,
    .bytes = sizeof(zed_fence_t),
    .in_commands = true,
    .release = release_fence,
};

ze_result_t zed_fence_create(ze_command_queue_handle_t queue_handle, const ze_fence_desc_t *desc,
                             ze_fence_handle_t *fence_handle)
{
    ze_result_t result = zed_object_check(queue_handle, ZED_KIND_QUEUE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !fence_handle) {
        return zed_fail_null(!desc ? "desc" : "phFence");
    }
    if (desc->flags > ZE_FENCE_FLAG_SIGNALED) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "fence flags 0x%x are unknown",
                        desc->flags);
    }
    zed_fence_t *fence = zed_object_new(&fence_class);
    if (!fence) {
        return zed_fail_memory();
    }
    const zed_engine_t *engine = zed_driver_engine();
    if (engine->queues) {
        result = engine->memory_alloc(ZED_MEMORY_HOST, 0, sizeof(zed_signal_t),
                                      _Alignof(zed_signal_t), &fence->memory);
    }
    if (result != ZE_RESULT_SUCCESS) {
        zed_object_abandon(fence);
        return zed_fail(result, "no memory for a fence that the device can reach");
    }
    zed_signal_reset(zed_fence_signal(fence));
    fence->queue = zed_object_keep(queue_handle);
    if (desc->flags == ZE_FENCE_FLAG_SIGNALED) {
        zed_signal_set(zed_fence_signal(fence), ZED_SIGNAL_DONE, false);
    }
    *fence_handle = (ze_fence_handle_t)fence;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_fence_destroy(ze_fence_handle_t fence_handle)
{
    return zed_object_retire(fence_handle, ZED_KIND_FENCE);
}

ze_result_t zed_fence_query_status(ze_fence_handle_t fence_handle)
{
    ze_result_t result = zed_object_check(fence_handle, ZED_KIND_FENCE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_fence_t *fence = (zed_fence_t *)fence_handle;
    if (!zed_signal_is_set(zed_fence_signal(fence))) {
        return ZE_RESULT_NOT_READY;
    }
    zed_listener_acquire(&fence->clock);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_fence_host_synchronize(ze_fence_handle_t fence_handle, uint64_t timeout)
{
    ze_result_t result = zed_fence_query_status(fence_handle);
    if (result != ZE_RESULT_NOT_READY || timeout == 0) {
        return result;
    }
    zed_fence_t *fence = (zed_fence_t *)fence_handle;
    if (timeout == ZED_FOREVER) {
        zed_stream_help(atomic_load_explicit(&fence->point, memory_order_relaxed),
                        zed_fence_signal(fence));
    }
    zed_signal_wait(zed_fence_signal(fence), zed_deadline(timeout), false);
    return zed_fence_query_status(fence_handle);
}

ze_result_t zed_fence_reset(ze_fence_handle_t fence_handle)
{
    ze_result_t result = zed_object_check(fence_handle, ZED_KIND_FENCE);
    if (result == ZE_RESULT_SUCCESS) {
        zed_signal_reset(zed_fence_signal((zed_fence_t *)fence_handle));
    }
    return result;
}
