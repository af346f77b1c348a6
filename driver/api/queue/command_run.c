/* SPDX-License-Identifier: BSD-3-Clause */
/* What a command does on the host. */
#include "command_run.h"

#include "driver.h"
#include "fence_object.h"
#include "list_object.h"
#include "listener.h"
#include "util/clock.h"

#include <stdio.h>

static bool lists_wait(const zed_command_lists_t *what)
{
    for (uint32_t i = 0; i < what->count; i++) {
        if (what->lists[i]->waits) {
            return true;
        }
    }
    return false;
}

/* The point that a wait for a counter-based event waits for.  0, which has ended, if the point
 * belongs to this stream: a stream runs its commands in order, so an earlier one is done, and a
 * later one must not be waited for. */
static uint64_t target_of(uint64_t stream, const zed_command_t *command, uint32_t wait)
{
    const uint64_t point = command->targets[wait] == ZED_TARGET_LATER
                               ? zed_event_target(command->waits[wait])
                               : command->targets[wait];
    return zed_point_stream(point) == stream ? 0 : point;
}

static bool is_over(uint64_t stream, const zed_command_t *command, uint32_t wait)
{
    zed_event_t *event = command->waits[wait];
    return event->counts ? zed_point_has_ended(target_of(stream, command, wait))
                         : zed_signal_is_set(&event->slot->signal);
}

bool zed_command_is_ready(uint64_t stream, const zed_command_t *command)
{
    for (uint32_t i = 0; i < command->wait_count; i++) {
        if (!is_over(stream, command, i)) {
            return false;
        }
    }
    return command->kind != ZED_COMMAND_EXECUTE_LISTS || !lists_wait(&command->what.lists);
}

/* A counter-based event in a list is signalled when all lists that are executed together have
 * ended. */
static void promise_counters(const zed_list_t *list, uint64_t point)
{
    if (!list->counts) {
        return;
    }
    for (const zed_command_t *command = list->first; command; command = command->next) {
        if (command->signal && command->signal->counts) {
            zed_event_promise(command->signal, point);
        }
    }
}

void zed_command_submit(const zed_command_t *command, uint64_t point)
{
    if (command->signal) {
        zed_event_promise(command->signal, point);
    }
    if (command->kind != ZED_COMMAND_EXECUTE_LISTS) {
        return;
    }
    for (uint32_t i = 0; i < command->what.lists.count; i++) {
        zed_list_t *list = command->what.lists.lists[i];
        atomic_fetch_add(&list->pending, 1);
        promise_counters(list, point);
    }
}

/* The words may lie in memory of any kind. */
static ze_result_t read_words(void *words, const void *from, size_t bytes)
{
    return zed_driver_engine()->copy(words, from, bytes);
}

ze_result_t zed_command_read_launch(const zed_command_launch_t *what, zed_launch_t *launch,
                                    bool *runs)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    uint32_t limit = UINT32_MAX;

    *launch = what->launch;
    if (what->limit) {
        result = read_words(&limit, what->limit, sizeof limit);
    }
    *runs = result == ZE_RESULT_SUCCESS && what->index < limit;
    if (*runs && what->indirect) {
        ze_group_count_t count;
        result = read_words(&count, what->indirect, sizeof count);
        launch->group_count[0] = count.groupCountX;
        launch->group_count[1] = count.groupCountY;
        launch->group_count[2] = count.groupCountZ;
    }
    *runs = *runs && result == ZE_RESULT_SUCCESS && launch->group_count[0] != 0 &&
            launch->group_count[1] != 0 && launch->group_count[2] != 0;
    return result;
}

static ze_result_t run_launch(uint64_t stream, const zed_command_launch_t *what)
{
    zed_launch_t launch;
    bool runs;
    ze_result_t result = zed_command_read_launch(what, &launch, &runs);
    if (runs) {
        launch.stream = stream;
        result = zed_driver_engine()->launch(&launch);
    }
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "zed: kernel %s cannot be run: error 0x%x\n", launch.kernel->name,
                (unsigned)result);
    }
    return result;
}

static void run_region(const zed_box_t *what)
{
    const zed_engine_t *engine = zed_driver_engine();
    for (size_t slice = 0; slice < what->depth; slice++) {
        char *destination = what->destination + slice * what->destination_slice;
        const char *source = what->source + slice * what->source_slice;
        if (what->width == what->destination_pitch && what->width == what->source_pitch) {
            engine->copy(destination, source, what->width * what->height);
            continue;
        }
        for (size_t row = 0; row < what->height; row++) {
            engine->copy(destination + row * what->destination_pitch,
                         source + row * what->source_pitch, what->width);
        }
    }
}

static void run_query(const zed_command_query_t *what)
{
    for (uint32_t i = 0; i < what->count; i++) {
        size_t offset = what->offsets ? what->offsets[i] : i * sizeof(ze_kernel_timestamp_result_t);
        *(ze_kernel_timestamp_result_t *)(void *)(what->destination + offset) =
            zed_event_result(&what->events[i]->slot->device);
    }
}

static void stamp_start(zed_event_t *event)
{
    event->slot->device.start = zed_driver_engine()->timestamp(0);
    if (event->mapped) {
        event->slot->host.start = ishmemi_clock_now();
    }
}

static void stamp_end(zed_event_t *event)
{
    event->slot->device.end = zed_driver_engine()->timestamp(0);
    if (event->mapped) {
        event->slot->host.end = ishmemi_clock_now();
    }
}

static ze_result_t run_lists(uint64_t stream, const zed_command_lists_t *what);

static void await(uint64_t stream, const zed_command_t *command)
{
    for (uint32_t i = 0; i < command->wait_count; i++) {
        zed_event_t *event = command->waits[i];
        if (event->counts) {
            zed_point_wait(target_of(stream, command, i), ZED_FOREVER);
        } else {
            zed_signal_wait(&event->slot->signal, ZED_FOREVER, event->shared);
        }
    }
}

/* What the command acquires before it does anything, and what it releases afterwards. */
static void begin_for(const ze_cpu_kernel_listener_t *listener, zed_command_t *command)
{
    listener->acquire(&command->clock);
    for (uint32_t i = 0; i < command->wait_count; i++) {
        zed_listener_acquire_event(listener, command->waits[i]);
    }
    if (command->remembered) {
        listener->on_command_begin(command->remembered);
    }
}

static void end_for(const ze_cpu_kernel_listener_t *listener, const zed_command_t *command)
{
    if (command->remembered) {
        listener->on_command_end(command->remembered);
    }
    if (command->signal) {
        listener->release(&command->signal->clock);
    }
}

/* Everything except the signal. */
static ze_result_t act(uint64_t stream, zed_command_t *command)
{
    const zed_engine_t *engine = zed_driver_engine();
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    ze_result_t result = ZE_RESULT_SUCCESS;

    await(stream, command);
    if (listener) {
        begin_for(listener, command);
    }
    zed_event_t *stamped = command->signal && command->signal->timed ? command->signal : NULL;
    if (stamped) {
        stamp_start(stamped);
    }
    switch (command->kind) {
    case ZED_COMMAND_NOTHING:
        atomic_thread_fence(memory_order_seq_cst);
        break;
    case ZED_COMMAND_LAUNCH:
        result = run_launch(stream, &command->what.launch);
        break;
    case ZED_COMMAND_COPY:
        result = engine->copy(command->what.copy.destination, command->what.copy.source,
                              command->what.copy.bytes);
        break;
    case ZED_COMMAND_FILL:
        engine->fill(command->what.fill.destination, command->what.fill.pattern,
                     command->what.fill.pattern_bytes, command->what.fill.bytes);
        break;
    case ZED_COMMAND_REGION:
        run_region(&command->what.region);
        break;
    case ZED_COMMAND_RESET_EVENT:
        zed_signal_reset(&command->what.reset->slot->signal);
        break;
    case ZED_COMMAND_WRITE_TIMESTAMP:
        *command->what.timestamp = engine->timestamp(0);
        break;
    case ZED_COMMAND_QUERY_TIMESTAMPS:
        run_query(&command->what.query);
        break;
    case ZED_COMMAND_EXECUTE_LISTS:
        result = run_lists(stream, &command->what.lists);
        break;
    case ZED_COMMAND_CALL_HOST:
        command->what.call.function(command->what.call.data);
        break;
    case ZED_COMMAND_SIGNAL_FENCE:
        zed_listener_release(&command->what.fence->clock);
        zed_signal_set(zed_fence_signal(command->what.fence), ZED_SIGNAL_DONE, false);
        break;
    }
    if (stamped) {
        stamp_end(stamped);
    }
    if (listener) {
        end_for(listener, command);
    }
    return result;
}

static void announce(zed_event_t *event, ze_result_t result)
{
    if (event && event->counts) {
        if (result != ZE_RESULT_SUCCESS) {
            atomic_store_explicit(&event->has_failed, true, memory_order_relaxed);
        }
    } else if (event) {
        zed_signal_set(&event->slot->signal,
                       result == ZE_RESULT_SUCCESS ? ZED_SIGNAL_DONE : ZED_SIGNAL_FAILED,
                       event->shared);
    }
}

ze_result_t zed_command_run(uint64_t stream, zed_command_t *command)
{
    zed_event_t *signal = command->signal;
    ze_result_t result = act(stream, command);
    announce(signal, result);
    return result;
}

static ze_result_t run_list(uint64_t stream, zed_list_t *list)
{
    ze_result_t failure = ZE_RESULT_SUCCESS;

    if (!list->first) {
        atomic_fetch_sub_explicit(&list->pending, 1, memory_order_release);
        return failure;
    }
    for (zed_command_t *command = list->first, *next; command; command = next) {
        next = command->next;
        zed_event_t *signal = command->signal;
        ze_result_t result = act(stream, command);
        if (failure == ZE_RESULT_SUCCESS) {
            failure = result;
        }
        if (!next) {
            /* A thread that sees the last event signalled may reset or destroy the list at once. */
            atomic_fetch_sub_explicit(&list->pending, 1, memory_order_release);
        }
        announce(signal, result);
    }
    return failure;
}

/* A list that has ended may be reset or destroyed while the next one runs. */
static ze_result_t run_lists(uint64_t stream, const zed_command_lists_t *what)
{
    ze_result_t failure = ZE_RESULT_SUCCESS;

    for (uint32_t i = 0; i < what->count; i++) {
        ze_result_t result = run_list(stream, what->lists[i]);
        if (failure == ZE_RESULT_SUCCESS) {
            failure = result;
        }
    }
    return failure;
}
