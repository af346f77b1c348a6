/* SPDX-License-Identifier: BSD-3-Clause */
/* What all appends have in common, and the commands that only wait, signal or stamp. */
#include "append.h"

#include "entries.h"
#include "listener.h"
#include "stream.h"

#include <string.h>

static ze_result_t check_sync(const zed_sync_t *sync)
{
    if (sync->wait_count > 0 && !sync->waits) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                        "there are %u wait events, but their list is null", sync->wait_count);
    }
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        if (zed_object_check(sync->waits[i], ZED_KIND_EVENT) != ZE_RESULT_SUCCESS) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                            "wait event %u is not a live event", i);
        }
    }
    if (sync->signal && zed_object_check(sync->signal, ZED_KIND_EVENT) != ZE_RESULT_SUCCESS) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                        "the signal event is not a live event");
    }
    return ZE_RESULT_SUCCESS;
}

static void discard(zed_list_t *list, zed_command_t *command)
{
    if (list->stream) {
        zed_stream_discard(list->stream, command);
    } else {
        zed_command_give(&list->pool, command);
    }
}

ze_result_t zed_append_begin(ze_command_list_handle_t list_handle, zed_command_kind_t kind,
                             size_t payload, const zed_sync_t *sync, zed_command_t **command)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = check_sync(sync);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_list_t *list = (zed_list_t *)list_handle;
    if (list->closed) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the command list is closed");
    }
    zed_command_t *record =
        list->stream ? zed_stream_command(list->stream) : zed_command_take(&list->pool);
    if (!record) {
        return zed_fail_memory();
    }
    size_t waits_at = (payload + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
    size_t targets_at = waits_at + sync->wait_count * sizeof(zed_event_t *);
    if (!zed_command_reserve(record, targets_at + sync->wait_count * sizeof(uint64_t))) {
        discard(list, record);
        return zed_fail_memory();
    }
    record->next = NULL;
    record->kind = kind;
    record->signal = (zed_event_t *)sync->signal;
    record->wait_count = sync->wait_count;
    record->waits = (zed_event_t **)(void *)(record->payload + waits_at);
    record->targets = (uint64_t *)(void *)(record->payload + targets_at);
    for (uint32_t i = 0; i < sync->wait_count; i++) {
        record->waits[i] = (zed_event_t *)sync->waits[i];
        record->targets[i] = list->stream ? zed_event_target(record->waits[i]) : ZED_TARGET_LATER;
    }
    *command = record;
    return ZE_RESULT_SUCCESS;
}

void zed_append_discard(ze_command_list_handle_t list_handle, zed_command_t *first)
{
    while (first) {
        zed_command_t *next = first->next;
        discard((zed_list_t *)list_handle, first);
        first = next;
    }
}

static void record(zed_list_t *list, zed_command_t *first)
{
    *list->last = first;
    for (zed_command_t *command = first; command; command = command->next) {
        list->last = &command->next;
        list->waits |= command->wait_count > 0;
        list->counts |= command->signal && command->signal->counts;
    }
}

ze_result_t zed_append_finish(ze_command_list_handle_t list_handle, zed_command_t *first)
{
    zed_list_t *list = (zed_list_t *)list_handle;

    zed_listener_append(first);
    if (!list->stream) {
        record(list, first);
        return ZE_RESULT_SUCCESS;
    }
    uint64_t point;
    ze_result_t result = zed_stream_submit(list->stream, first, &point);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (list->synchronous) {
        return zed_stream_wait(point, ZED_FOREVER);
    }
    zed_stream_wake(list->stream);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t append_nothing(ze_command_list_handle_t list_handle, const zed_sync_t *sync)
{
    zed_command_t *command;
    ze_result_t result = zed_append_begin(list_handle, ZED_COMMAND_NOTHING, 0, sync, &command);
    return result == ZE_RESULT_SUCCESS ? zed_append_finish(list_handle, command) : result;
}

/* Lists run in order, so a barrier has nothing else to wait for. */
ze_result_t zed_append_barrier(ze_command_list_handle_t list_handle, ze_event_handle_t signal,
                               uint32_t wait_count, ze_event_handle_t *waits)
{
    return append_nothing(list_handle, &(zed_sync_t){signal, wait_count, waits});
}

ze_result_t zed_append_memory_ranges_barrier(ze_command_list_handle_t list_handle,
                                             uint32_t range_count, const size_t *range_bytes,
                                             const void **ranges, ze_event_handle_t signal,
                                             uint32_t wait_count, ze_event_handle_t *waits)
{
    (void)range_count;
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!range_bytes || !ranges) {
        return zed_fail_null(!range_bytes ? "pRangeSizes" : "pRanges");
    }
    return append_nothing(list_handle, &(zed_sync_t){signal, wait_count, waits});
}

ze_result_t zed_append_signal_event(ze_command_list_handle_t list_handle,
                                    ze_event_handle_t event_handle)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_object_check(event_handle, ZED_KIND_EVENT);
    }
    return result == ZE_RESULT_SUCCESS
               ? append_nothing(list_handle, &(zed_sync_t){event_handle, 0, NULL})
               : result;
}

ze_result_t zed_append_wait_on_events(ze_command_list_handle_t list_handle, uint32_t wait_count,
                                      ze_event_handle_t *waits)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, waits, "phEvents");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return append_nothing(list_handle, &(zed_sync_t){NULL, wait_count, waits});
}

ze_result_t zed_append_event_reset(ze_command_list_handle_t list_handle,
                                   ze_event_handle_t event_handle)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_event_check_settable(event_handle);
    }
    zed_command_t *command;
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_append_begin(list_handle, ZED_COMMAND_RESET_EVENT, 0,
                                  &(zed_sync_t){NULL, 0, NULL}, &command);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    command->what.reset = (zed_event_t *)event_handle;
    return zed_append_finish(list_handle, command);
}

ze_result_t zed_append_host_function(ze_command_list_handle_t list_handle,
                                     zed_host_function_t function, void *data, const void *next,
                                     ze_event_handle_t signal, uint32_t wait_count,
                                     ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!function) {
        return zed_fail_null("pfnHostFunction");
    }
    if (next || zed_driver_engine()->queues) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                        next ? "host functions have no extensions"
                             : "this driver's lists call no host functions");
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_CALL_HOST, 0,
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    command->what.call = (zed_command_call_t){function, data};
    return zed_append_finish(list_handle, command);
}

ze_result_t zed_append_write_global_timestamp(ze_command_list_handle_t list_handle,
                                              uint64_t *destination, ze_event_handle_t signal,
                                              uint32_t wait_count, ze_event_handle_t *waits)
{
    ze_result_t result = zed_object_check_with(list_handle, ZED_KIND_LIST, destination, "dstptr");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_WRITE_TIMESTAMP, 0,
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    command->what.timestamp = destination;
    return zed_append_finish(list_handle, command);
}

ze_result_t zed_append_query_kernel_timestamps(ze_command_list_handle_t list_handle,
                                               uint32_t event_count, ze_event_handle_t *events,
                                               void *destination, const size_t *offsets,
                                               ze_event_handle_t signal, uint32_t wait_count,
                                               ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!events || !destination) {
        return zed_fail_null(!events ? "phEvents" : "dstptr");
    }
    for (uint32_t i = 0; i < event_count; i++) {
        if (zed_object_check(events[i], ZED_KIND_EVENT) != ZE_RESULT_SUCCESS ||
            !((zed_event_t *)events[i])->timed) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
                            "event %u has no kernel timestamps", i);
        }
    }
    size_t events_bytes = event_count * sizeof(zed_event_t *);
    size_t offsets_bytes = offsets ? event_count * sizeof *offsets : 0;
    zed_command_t *command;
    result =
        zed_append_begin(list_handle, ZED_COMMAND_QUERY_TIMESTAMPS, events_bytes + offsets_bytes,
                         &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    memcpy(command->payload, events, events_bytes);
    if (offsets) {
        memcpy(command->payload + events_bytes, offsets, offsets_bytes);
    }
    command->what.query = (zed_command_query_t){
        .count = event_count,
        .events = (zed_event_t **)(void *)command->payload,
        .destination = destination,
        .offsets = offsets ? (const size_t *)(void *)(command->payload + events_bytes) : NULL,
    };
    return zed_append_finish(list_handle, command);
}
