/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The same commands as in command_run.c, for a queue of the device.
 *
 * The device writes a signal's word when everything before it has ended.  If the device fails,
 * nobody writes the word; then waits for the queue report the failure, and the job ends.
 *
 * The device does not wait for a word that only the host may set.  Its queues share a few channels,
 * so such a wait could block the commands of other queues, among them those for which the host
 * waits before it sets the word.  A wait is handed over only when the event is set or the device
 * has the command that sets it.
 */
#include "enqueue.h"

#include "command_run.h"
#include "driver.h"
#include "fence_object.h"
#include "list_object.h"

/* How often a host thread checks whether the device has got the command that sets the event. */
#define LOOK_NANOSECONDS 100000

static const zed_device_queue_calls_t *calls(void)
{
    return zed_driver_engine()->queues;
}

/* The word on which the device waits and which it sets. */
static uint32_t *word_of(zed_signal_t *signal)
{
    return (uint32_t *)(void *)&signal->state;
}

/* Whether the command reads memory on the host, or copies what the device cannot reach.  Then the
 * thread that hands it over blocks until its turn in the queue. */
static bool waits_its_turn(const zed_command_t *command)
{
    switch (command->kind) {
    case ZED_COMMAND_LAUNCH:
        return command->what.launch.indirect || command->what.launch.limit;
    case ZED_COMMAND_COPY:
        return !calls()->reaches(command->what.copy.destination) ||
               !calls()->reaches(command->what.copy.source);
    case ZED_COMMAND_REGION:
        return !calls()->reaches(command->what.region.destination) ||
               !calls()->reaches(command->what.region.source);
    case ZED_COMMAND_WRITE_TIMESTAMP:
        return true;
    case ZED_COMMAND_QUERY_TIMESTAMPS:
        return !calls()->reaches(command->what.query.destination);
    default:
        return false;
    }
}

static bool is_coming(zed_event_t *event)
{
    return zed_signal_is_set(&event->slot->signal) || zed_event_is_promised(event);
}

/* Whether an earlier command of these lists signals the event. */
static bool is_signalled_before(const zed_command_lists_t *what, const zed_command_t *end,
                                const zed_event_t *event)
{
    for (uint32_t i = 0; i < what->count; i++) {
        for (const zed_command_t *command = what->lists[i]->first; command;
             command = command->next) {
            if (command == end) {
                return false;
            }
            if (command->signal == event) {
                return true;
            }
        }
    }
    return false;
}

/* what: the lists that contain the command, or NULL. */
static bool waits_for_host(const zed_command_lists_t *what, const zed_command_t *command)
{
    for (uint32_t i = 0; i < command->wait_count; i++) {
        zed_event_t *event = command->waits[i];
        if (!is_coming(event) && !(what && is_signalled_before(what, command, event))) {
            return true;
        }
    }
    return false;
}

static bool lists_block(const zed_command_lists_t *what)
{
    for (uint32_t i = 0; i < what->count; i++) {
        for (const zed_command_t *command = what->lists[i]->first; command;
             command = command->next) {
            if (waits_its_turn(command) || waits_for_host(what, command)) {
                return true;
            }
        }
    }
    return false;
}

bool zed_enqueue_blocks(zed_device_queue_t *queue, const zed_command_t *command)
{
    if (waits_for_host(NULL, command)) {
        return true;
    }
    if (command->kind == ZED_COMMAND_EXECUTE_LISTS) {
        return lists_block(&command->what.lists);
    }
    /* On an idle queue it is its turn at once. */
    return waits_its_turn(command) &&
           (command->wait_count != 0 || calls()->query(queue) == ZE_RESULT_NOT_READY);
}

/* ---- What commands do ----------------------------------------------------------------------- */

static ze_result_t put_launch(zed_device_queue_t *queue, const zed_command_launch_t *what)
{
    if (!what->indirect && !what->limit) {
        const uint32_t *count = what->launch.group_count;
        const bool empty = count[0] == 0 || count[1] == 0 || count[2] == 0;
        return empty ? ZE_RESULT_SUCCESS : calls()->launch(queue, &what->launch);
    }
    zed_launch_t launch;
    bool runs = false;
    ze_result_t result = calls()->wait(queue, ZED_FOREVER);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_command_read_launch(what, &launch, &runs);
    }
    return runs ? calls()->launch(queue, &launch) : result;
}

/* A stamp can only go to the engine's memory, so a copy brings it to its destination.  The caller
 * is the stream's own thread. */
static ze_result_t put_timestamp(zed_device_queue_t *queue, uint64_t *destination)
{
    const zed_engine_t *engine = zed_driver_engine();
    zed_memory_t *memory;
    ze_result_t result =
        engine->memory_alloc(ZED_MEMORY_HOST, 0, sizeof(uint64_t), sizeof(uint64_t), &memory);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    result = calls()->stamp(queue, memory->base, NULL);
    if (result == ZE_RESULT_SUCCESS) {
        result = calls()->copy(queue, destination, memory->base, sizeof(uint64_t));
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = calls()->wait(queue, ZED_FOREVER);
    }
    engine->memory_free(memory);
    return result;
}

/* A result contains the device's times twice, as in zed_event_result. */
static ze_result_t put_query(zed_device_queue_t *queue, const zed_command_query_t *what)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    for (uint32_t i = 0; i < what->count && result == ZE_RESULT_SUCCESS; i++) {
        const zed_event_times_t *times = &what->events[i]->slot->device;
        const size_t offset =
            what->offsets ? what->offsets[i] : i * sizeof(ze_kernel_timestamp_result_t);
        char *to = what->destination + offset;
        result = calls()->copy(queue, to + offsetof(ze_kernel_timestamp_result_t, global), times,
                               sizeof *times);
        if (result == ZE_RESULT_SUCCESS) {
            result = calls()->copy(queue, to + offsetof(ze_kernel_timestamp_result_t, context),
                                   times, sizeof *times);
        }
    }
    return result;
}

_Static_assert(sizeof(ze_kernel_timestamp_data_t) == sizeof(zed_event_times_t),
               "an event keeps what a result tells");

static ze_result_t put_lists(zed_device_queue_t *queue, const zed_command_lists_t *what);

/* ---- Waiting, acting, signalling -------------------------------------------------------------- */

/* Waits until the wait may be left to the device. */
static void await(zed_event_t *event)
{
    zed_pause_t pause = {0};
    while (!is_coming(event)) {
        if (!zed_pause_turn(&pause)) {
            zed_signal_wait(&event->slot->signal, zed_deadline(LOOK_NANOSECONDS), event->shared);
        }
    }
}

static ze_result_t put_waits(zed_device_queue_t *queue, const zed_command_t *command)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    for (uint32_t i = 0; i < command->wait_count && result == ZE_RESULT_SUCCESS; i++) {
        await(command->waits[i]);
        /* Even if the event is set now: the queue may be about to reset it. */
        result =
            calls()->wait_word(queue, word_of(&command->waits[i]->slot->signal), ZED_SIGNAL_DONE);
    }
    return result;
}

static ze_result_t put_stamp(zed_device_queue_t *queue, zed_event_t *event, bool end)
{
    zed_event_slot_t *slot = event->slot;
    return calls()->stamp(queue, end ? &slot->device.end : &slot->device.start,
                          !event->mapped ? NULL
                          : end          ? &slot->host.end
                                         : &slot->host.start);
}

static ze_result_t put_action(zed_device_queue_t *queue, const zed_command_t *command)
{
    switch (command->kind) {
    case ZED_COMMAND_NOTHING:
        return ZE_RESULT_SUCCESS;
    case ZED_COMMAND_LAUNCH:
        return put_launch(queue, &command->what.launch);
    case ZED_COMMAND_COPY:
        return calls()->copy(queue, command->what.copy.destination, command->what.copy.source,
                             command->what.copy.bytes);
    case ZED_COMMAND_FILL:
        return calls()->fill(queue, command->what.fill.destination, command->what.fill.pattern,
                             command->what.fill.pattern_bytes, command->what.fill.bytes);
    case ZED_COMMAND_REGION:
        return calls()->copy_box(queue, &command->what.region);
    case ZED_COMMAND_RESET_EVENT:
        zed_event_break_promise(command->what.reset);
        return calls()->write_word(queue, word_of(&command->what.reset->slot->signal),
                                   ZED_SIGNAL_RESET);
    case ZED_COMMAND_WRITE_TIMESTAMP:
        return put_timestamp(queue, command->what.timestamp);
    case ZED_COMMAND_QUERY_TIMESTAMPS:
        return put_query(queue, &command->what.query);
    case ZED_COMMAND_EXECUTE_LISTS:
        return put_lists(queue, &command->what.lists);
    case ZED_COMMAND_CALL_HOST: /* not appended if devices have queues */
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    case ZED_COMMAND_SIGNAL_FENCE:
        return calls()->write_word(queue, word_of(zed_fence_signal(command->what.fence)),
                                   ZED_SIGNAL_DONE);
    }
    return ZE_RESULT_SUCCESS;
}

/* Everything except the signal. */
static ze_result_t put_command(zed_device_queue_t *queue, const zed_command_t *command)
{
    zed_event_t *stamped = command->signal && command->signal->timed ? command->signal : NULL;
    ze_result_t result = put_waits(queue, command);
    if (result == ZE_RESULT_SUCCESS && stamped) {
        result = put_stamp(queue, stamped, false);
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = put_action(queue, command);
    }
    if (result == ZE_RESULT_SUCCESS && stamped) {
        result = put_stamp(queue, stamped, true);
    }
    return result;
}

static ze_result_t put_signal(zed_device_queue_t *queue, zed_event_t *event, ze_result_t result)
{
    if (!event) {
        return result;
    }
    const uint32_t promise = zed_event_begin_promise(event);
    if (result == ZE_RESULT_SUCCESS) {
        result = calls()->write_word(queue, word_of(&event->slot->signal), ZED_SIGNAL_DONE);
    }
    if (result == ZE_RESULT_SUCCESS) {
        zed_event_keep_promise(event, promise);
    } else {
        zed_event_break_promise(event);
        zed_signal_set(&event->slot->signal, ZED_SIGNAL_FAILED, event->shared);
    }
    return result;
}

ze_result_t zed_enqueue(zed_device_queue_t *queue, const zed_command_t *command)
{
    zed_event_t *signal = command->signal;
    return put_signal(queue, signal, put_command(queue, command));
}

/* Once its last command has been handed over, the list's own record is not read again, so a thread
 * that sees this command's event signalled may reset or destroy the list at once. */
static ze_result_t put_list(zed_device_queue_t *queue, zed_list_t *list)
{
    ze_result_t failure = ZE_RESULT_SUCCESS;

    if (!list->first) {
        atomic_fetch_sub_explicit(&list->pending, 1, memory_order_release);
        return failure;
    }
    for (const zed_command_t *command = list->first, *next; command; command = next) {
        next = command->next;
        zed_event_t *signal = command->signal;
        ze_result_t result = put_command(queue, command);
        if (!next) {
            atomic_fetch_sub_explicit(&list->pending, 1, memory_order_release);
        }
        result = put_signal(queue, signal, result);
        if (failure == ZE_RESULT_SUCCESS) {
            failure = result;
        }
    }
    return failure;
}

static ze_result_t put_lists(zed_device_queue_t *queue, const zed_command_lists_t *what)
{
    ze_result_t failure = ZE_RESULT_SUCCESS;

    for (uint32_t i = 0; i < what->count; i++) {
        ze_result_t result = put_list(queue, what->lists[i]);
        if (failure == ZE_RESULT_SUCCESS) {
            failure = result;
        }
    }
    return failure;
}
