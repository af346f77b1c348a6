/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: creation and destruction, signals and waits of the host, and timestamps. */
#include "driver.h"
#include "entries.h"
#include "event_object.h"
#include "listener.h"
#include "stream.h"
#include "ze_context.h"

#include <stdlib.h>

static void release_event(void *object)
{
    zed_event_t *event = object;
    free(event->clock);
    if (!event->pool) {
        free(event->slot);
    }
    zed_object_drop(event->pool);
    zed_object_drop(event->context);
}

static const zed_class_t event_class = {
    .kind = ZED_KIND_EVENT,
    .bytes = sizeof(zed_event_t),
    .in_commands = true,
    .release = release_event,
};

static bool valid_scope(ze_event_scope_flags_t scope)
{
    return scope <=
           (ZE_EVENT_SCOPE_FLAG_SUBDEVICE | ZE_EVENT_SCOPE_FLAG_DEVICE | ZE_EVENT_SCOPE_FLAG_HOST);
}

/* An event of the pool's creator begins unsignalled; one of an opened pool has the state that the
 * pool's owner left. */
ze_result_t zed_event_create(ze_event_pool_handle_t pool_handle, const ze_event_desc_t *desc,
                             ze_event_handle_t *event_handle)
{
    ze_result_t result = zed_object_check(pool_handle, ZED_KIND_EVENT_POOL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !event_handle) {
        return zed_fail_null(!desc ? "desc" : "phEvent");
    }
    if (!valid_scope(desc->signal) || !valid_scope(desc->wait)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "an event scope is unknown");
    }
    zed_event_pool_t *pool = (zed_event_pool_t *)pool_handle;
    if (desc->index >= pool->count) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "the pool has %u events, but none with index %u", pool->count, desc->index);
    }
    zed_event_t *event = zed_object_new(&event_class);
    if (!event) {
        return zed_fail_memory();
    }
    event->pool = zed_object_keep(pool);
    event->slot = &pool->slots[desc->index];
    event->shared = (pool->flags & ZE_EVENT_POOL_FLAG_IPC) != 0;
    event->mapped = (pool->flags & ZED_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP) != 0;
    event->timed = event->mapped || (pool->flags & ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP) != 0;
    event->counts = pool->counts;
    event->signal_scope = desc->signal;
    event->wait_scope = desc->wait;
    if (!pool->opened) {
        zed_signal_reset(&event->slot->signal);
        event->slot->device = (zed_event_times_t){0};
        event->slot->host = (zed_event_times_t){0};
    }
    *event_handle = (ze_event_handle_t)event;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_counter_desc(const struct zed_event_counter_desc *desc)
{
    if (zed_driver_engine()->queues) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                        "this driver has no counter-based events");
    }
    if (!valid_scope(desc->signal) || !valid_scope(desc->wait) ||
        (desc->flags & ~ZED_EVENT_COUNTER_FLAGS) != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION,
                        "flags 0x%x or a scope of the counter-based event are unknown",
                        desc->flags);
    }
    if ((desc->flags & ZED_EVENT_COUNTER_FLAG_IPC) != 0 ||
        zed_extension(desc->pNext, ZED_STRUCTURE_TYPE_EVENT_EXTERNAL_SYNC_ALLOCATION) ||
        zed_extension(desc->pNext, ZED_STRUCTURE_TYPE_EVENT_EXTERNAL_AGGREGATE_STORAGE)) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                        "counter-based events are not shared between processes and have no "
                        "external storage");
    }
    return ZE_RESULT_SUCCESS;
}

/* A counter-based event has a slot of its own, for its times. */
static zed_event_t *new_counter(const struct zed_event_counter_desc *desc)
{
    zed_event_t *event = zed_object_new(&event_class);
    if (!event) {
        return NULL;
    }
    event->slot = aligned_alloc(_Alignof(zed_event_slot_t), sizeof *event->slot);
    if (!event->slot) {
        zed_object_abandon(event);
        return NULL;
    }
    *event->slot = (zed_event_slot_t){0};
    event->counts = true;
    event->counter_flags = desc->flags;
    event->mapped = (desc->flags & ZED_EVENT_COUNTER_FLAG_HOST_TIMESTAMP) != 0;
    event->timed = event->mapped || (desc->flags & ZED_EVENT_COUNTER_FLAG_DEVICE_TIMESTAMP) != 0;
    event->signal_scope = desc->signal;
    event->wait_scope = desc->wait;
    return event;
}

ze_result_t zed_event_counter_based_create(ze_context_handle_t context_handle,
                                           ze_device_handle_t device_handle,
                                           const struct zed_event_counter_desc *desc,
                                           ze_event_handle_t *event_handle)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !event_handle) {
        return zed_fail_null(!desc ? "desc" : "phEvent");
    }
    result = check_counter_desc(desc);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_event_t *event = new_counter(desc);
    if (!event) {
        return zed_fail_memory();
    }
    event->context = zed_object_keep(context_handle);
    *event_handle = (ze_event_handle_t)event;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_get_counter_based_flags(ze_event_handle_t event_handle, uint32_t *flags)
{
    ze_result_t result = zed_object_check_with(event_handle, ZED_KIND_EVENT, flags, "pFlags");
    if (result == ZE_RESULT_SUCCESS) {
        *flags = ((zed_event_t *)event_handle)->counter_flags;
    }
    return result;
}

ze_result_t zed_event_destroy(ze_event_handle_t event_handle)
{
    return zed_object_retire(event_handle, ZED_KIND_EVENT);
}

ze_result_t zed_event_host_signal(ze_event_handle_t event_handle)
{
    ze_result_t result = zed_event_check_settable(event_handle);
    if (result == ZE_RESULT_SUCCESS) {
        zed_event_t *event = (zed_event_t *)event_handle;
        zed_listener_release(&event->clock);
        zed_signal_set(&event->slot->signal, ZED_SIGNAL_DONE, event->shared);
    }
    return result;
}

ze_result_t zed_event_host_reset(ze_event_handle_t event_handle)
{
    ze_result_t result = zed_event_check_settable(event_handle);
    if (result == ZE_RESULT_SUCCESS) {
        zed_event_t *event = (zed_event_t *)event_handle;
        zed_event_break_promise(event);
        zed_signal_reset(&event->slot->signal);
    }
    return result;
}

static ze_result_t fail_lost(void)
{
    return zed_fail(ZE_RESULT_ERROR_DEVICE_LOST, "the command that signals the event failed");
}

static ze_result_t query_counter(zed_event_t *event)
{
    if (!zed_event_is_set(event)) {
        return ZE_RESULT_NOT_READY;
    }
    return atomic_load_explicit(&event->has_failed, memory_order_relaxed) ? fail_lost()
                                                                          : ZE_RESULT_SUCCESS;
}

static ze_result_t query(zed_event_t *event)
{
    if (event->counts) {
        return query_counter(event);
    }
    switch (atomic_load_explicit(&event->slot->signal.state, memory_order_acquire)) {
    case ZED_SIGNAL_DONE:
        return ZE_RESULT_SUCCESS;
    case ZED_SIGNAL_FAILED:
        return fail_lost();
    default:
        return ZE_RESULT_NOT_READY;
    }
}

/* The caller has found the event signalled. */
static void acquire(zed_event_t *event)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    if (listener) {
        zed_listener_acquire_event(listener, event);
    }
}

ze_result_t zed_event_query_status(ze_event_handle_t event_handle)
{
    ze_result_t result = zed_object_check(event_handle, ZED_KIND_EVENT);
    if (result == ZE_RESULT_SUCCESS) {
        result = query((zed_event_t *)event_handle);
    }
    if (result == ZE_RESULT_SUCCESS) {
        acquire((zed_event_t *)event_handle);
    }
    return result;
}

ze_result_t zed_event_host_synchronize(ze_event_handle_t event_handle, uint64_t timeout)
{
    ze_result_t result = zed_event_query_status(event_handle);
    if (result != ZE_RESULT_NOT_READY || timeout == 0) {
        return result;
    }
    zed_event_t *event = (zed_event_t *)event_handle;
    if (event->counts) {
        const uint64_t point = zed_event_target(event);
        if (timeout == ZED_FOREVER) {
            zed_stream_help(point, NULL);
        }
        zed_point_wait(point, zed_deadline(timeout));
        return zed_event_query_status(event_handle);
    }
    if (timeout == ZED_FOREVER) {
        zed_stream_help(atomic_load_explicit(&event->point, memory_order_relaxed),
                        &event->slot->signal);
    }
    zed_signal_wait(&event->slot->signal, zed_deadline(timeout), event->shared);
    return zed_event_query_status(event_handle);
}

/* Whether the event has times to read: success, or ZE_RESULT_NOT_READY. */
static ze_result_t check_times(zed_event_t *event)
{
    if (!event->timed) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                        "the event's pool has no kernel timestamps");
    }
    if (!zed_event_is_set(event)) {
        return ZE_RESULT_NOT_READY;
    }
    acquire(event);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_query_kernel_timestamp(ze_event_handle_t event_handle,
                                             ze_kernel_timestamp_result_t *timestamps)
{
    ze_result_t result = zed_object_check_with(event_handle, ZED_KIND_EVENT, timestamps, "dstptr");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_event_t *event = (zed_event_t *)event_handle;
    result = check_times(event);
    if (result == ZE_RESULT_SUCCESS) {
        *timestamps = zed_event_result(&event->slot->device);
    }
    return result;
}

/* Checks a query of an event's timestamps on a device. */
static ze_result_t check_device_question(ze_event_handle_t event_handle,
                                         ze_device_handle_t device_handle, const uint32_t *count)
{
    ze_result_t result = zed_object_check(event_handle, ZED_KIND_EVENT);
    return result == ZE_RESULT_SUCCESS
               ? zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount")
               : result;
}

ze_result_t zed_event_query_timestamps_exp(ze_event_handle_t event_handle,
                                           ze_device_handle_t device_handle, uint32_t *count,
                                           ze_kernel_timestamp_result_t *timestamps)
{
    ze_result_t result = check_device_question(event_handle, device_handle, count);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (*count != 0 && timestamps) {
        result = zed_event_query_kernel_timestamp(event_handle, timestamps);
    }
    if (result == ZE_RESULT_SUCCESS) {
        zed_list_count(count, 1, timestamps);
    }
    return result;
}

static ze_result_t read_times(zed_event_t *event,
                              const struct zed_event_query_kernel_timestamps_results *results)
{
    ze_result_t result = check_times(event);
    if (result == ZE_RESULT_SUCCESS && results->pSynchronizedTimestampsBuffer && !event->mapped) {
        result = zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                          "the event's pool keeps no timestamps in the host's time");
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (results->pKernelTimestampsBuffer) {
        *results->pKernelTimestampsBuffer = zed_event_result(&event->slot->device);
    }
    if (results->pSynchronizedTimestampsBuffer) {
        *results->pSynchronizedTimestampsBuffer = zed_event_result(&event->slot->host);
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t
zed_event_query_kernel_timestamps_ext(ze_event_handle_t event_handle,
                                      ze_device_handle_t device_handle, uint32_t *count,
                                      struct zed_event_query_kernel_timestamps_results *results)
{
    ze_result_t result = check_device_question(event_handle, device_handle, count);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (*count != 0 && results) {
        result = read_times((zed_event_t *)event_handle, results);
    }
    if (result == ZE_RESULT_SUCCESS) {
        zed_list_count(count, 1, results);
    }
    return result;
}

ze_result_t zed_event_get_event_pool(ze_event_handle_t event_handle, ze_event_pool_handle_t *pool)
{
    ze_result_t result = zed_object_check_with(event_handle, ZED_KIND_EVENT, pool, "phEventPool");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!((zed_event_t *)event_handle)->pool) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "the event was created without an event pool");
    }
    *pool = (ze_event_pool_handle_t)((zed_event_t *)event_handle)->pool;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_get_signal_scope(ze_event_handle_t event_handle,
                                       ze_event_scope_flags_t *scope)
{
    ze_result_t result = zed_object_check_with(event_handle, ZED_KIND_EVENT, scope, "pSignalScope");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *scope = ((zed_event_t *)event_handle)->signal_scope;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_get_wait_scope(ze_event_handle_t event_handle, ze_event_scope_flags_t *scope)
{
    ze_result_t result = zed_object_check_with(event_handle, ZED_KIND_EVENT, scope, "pWaitScope");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *scope = ((zed_event_t *)event_handle)->wait_scope;
    return ZE_RESULT_SUCCESS;
}
