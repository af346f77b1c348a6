/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Features that runtimes for SYCL need: counter-based events, with and without a pool, and host
 * functions in lists.  A random plan appends commands to some lists that signal a few events again
 * and again and wait for them.  Every command must see the effects of the signals for which its
 * waits stood when it was appended, even if the events have been used again.
 */
#include "fixture.h"

#include "api/objects/compat.h"

#include <pthread.h>
#include <string.h>

typedef ze_result_t (*create_event)(ze_context_handle_t, ze_device_handle_t,
                                    const struct zed_event_counter_desc *, ze_event_handle_t *);
typedef ze_result_t (*append_function)(ze_command_list_handle_t, zed_host_function_t, void *,
                                       const void *, ze_event_handle_t, uint32_t,
                                       ze_event_handle_t *);

static test_device device;
static create_event create;
static append_function append_call;
static uint64_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % limit;
}

static ze_event_handle_t counter(uint32_t flags)
{
    const struct zed_event_counter_desc desc = {.flags = flags, .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_handle_t event = NULL;
    CHECK_SUCCESS(create(device.context, device.tiles[0], &desc, &event));
    return event;
}

static ze_command_list_handle_t asynchronous(void)
{
    return fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
}

/* The event is signalled from the beginning.  After the append of a command that signals it, it is
 * unsignalled until the command has ended. */
static void test_states(ze_event_handle_t event, bool timed)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_command_list_handle_t list = asynchronous();
    ze_kernel_timestamp_result_t times;

    CHECK_SUCCESS(zeEventQueryStatus(event));
    CHECK_SUCCESS(zeEventHostSynchronize(event, 0));
    for (int round = 0; round < 3; round++) {
        CHECK_SUCCESS(zeCommandListAppendBarrier(list, event, 1, &gate));
        CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
        CHECK_RESULT(zeEventHostSynchronize(event, 1000000), ZE_RESULT_NOT_READY);
        CHECK_SUCCESS(zeEventHostSignal(gate));
        CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
        CHECK_SUCCESS(zeEventQueryStatus(event));
        CHECK_SUCCESS(zeEventHostReset(gate));
    }
    if (timed) {
        CHECK_SUCCESS(zeEventQueryKernelTimestamp(event, &times));
        CHECK(times.global.kernelEnd >= times.global.kernelStart);
    }
    CHECK_RESULT(zeEventHostReset(event), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(zeEventHostSignal(event), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(zeCommandListAppendEventReset(list, event), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

/* Each execution of a recorded list signals its event.  A wait in a list for an event that the same
 * execution signals ends at once, because the signal comes first. */
static void test_recorded(void)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t first = counter(0x2);
    ze_event_handle_t last = counter(0x2);
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_command_list_handle_t list = fixture_list(&device, 0);
    ze_command_list_handle_t other = asynchronous();
    uint32_t *words = fixture_device_memory(&device, 3 * sizeof *words);

    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, &words[1], &words[0], 4, first, 1, &gate));
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, last, 1, &first));
    CHECK_SUCCESS(zeCommandListClose(list));
    for (uint32_t round = 1; round < 4; round++) {
        words[0] = round;
        CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL));
        CHECK_SUCCESS(
            zeCommandListAppendMemoryCopy(other, &words[2], &words[1], 4, NULL, 1, &last));
        CHECK_RESULT(zeEventQueryStatus(last), ZE_RESULT_NOT_READY);
        CHECK_SUCCESS(zeEventHostSignal(gate));
        CHECK_SUCCESS(zeEventHostSynchronize(last, FOREVER));
        CHECK_SUCCESS(zeEventHostReset(gate));
        CHECK_SUCCESS(zeCommandListAppendBarrier(other, first, 0, NULL));
        CHECK_SUCCESS(zeEventHostSynchronize(first, FOREVER));
        CHECK(words[2] == round);
    }
    CHECK_SUCCESS(zeCommandQueueSynchronize(queue, FOREVER));
    CHECK_SUCCESS(zeMemFree(device.context, words));
    CHECK_SUCCESS(zeCommandListDestroy(other));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeEventDestroy(first));
    CHECK_SUCCESS(zeEventDestroy(last));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

/* ---- The random plan ------------------------------------------------------------------------- */

enum { LISTS = 4, EVENTS = 6, COMMANDS = 4000, WAITS = 3 };

/* Before each command of the plan these must have run.  Written before the command is appended. */
typedef struct step {
    uint32_t before[WAITS + 1];
    uint32_t before_count;
    _Atomic uint32_t has_run;
} step_t;

static step_t steps[COMMANDS + 1]; /* from 1 on */
static _Atomic uint32_t failures;

static void take_step(void *data)
{
    step_t *step = data;
    for (uint32_t i = 0; i < step->before_count; i++) {
        if (steps[step->before[i]].has_run != 1) {
            failures++;
        }
    }
    step->has_run++;
}

static void test_random(void)
{
    ze_command_list_handle_t lists[LISTS];
    uint32_t last[LISTS] = {0};       /* command of the list; 0: none */
    uint32_t signaller[EVENTS] = {0}; /* the command that last signalled the event */
    ze_event_handle_t events[EVENTS];

    for (int i = 0; i < LISTS; i++) {
        lists[i] = asynchronous();
    }
    for (int i = 0; i < EVENTS; i++) {
        events[i] = counter(i % 2 == 0 ? 0 : 0x10);
    }
    for (uint32_t number = 1; number <= COMMANDS; number++) {
        const uint32_t list = random_below(LISTS);
        const uint32_t signal = random_below(EVENTS);
        ze_event_handle_t waits[WAITS];
        step_t *step = &steps[number];
        const uint32_t wait_count = random_below(WAITS + 1);
        for (uint32_t i = 0; i < wait_count; i++) {
            const uint32_t event = random_below(EVENTS);
            waits[i] = events[event];
            if (signaller[event] != 0) {
                step->before[step->before_count++] = signaller[event];
            }
        }
        if (last[list] != 0) {
            step->before[step->before_count++] = last[list];
        }
        last[list] = number;
        signaller[signal] = number;
        CHECK_SUCCESS(
            append_call(lists[list], take_step, step, NULL, events[signal], wait_count, waits));
    }
    for (int i = 0; i < EVENTS; i++) {
        CHECK_SUCCESS(zeEventHostSynchronize(events[i], i % 2 == 0 ? FOREVER : UINT64_C(1) << 40));
        CHECK(signaller[i] == 0 || steps[signaller[i]].has_run == 1);
    }
    for (int i = 0; i < LISTS; i++) {
        CHECK_SUCCESS(zeCommandListDestroy(lists[i]));
    }
    for (int i = 0; i < EVENTS; i++) {
        CHECK_SUCCESS(zeEventDestroy(events[i]));
    }
    CHECK(failures == 0);
}

/* ---- Functions of the host ------------------------------------------------------------------- */

static void add_one(void *data)
{
    ++*(uint32_t *)data;
}

/* They run in order, on immediate and on recorded lists, which may be executed again. */
static void test_host_functions(void)
{
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    ze_command_list_handle_t list = fixture_list(&device, 0);
    uint32_t *words = fixture_host_memory(&device, 2 * sizeof *words);
    uint32_t extension = 0;

    memset(words, 0, 2 * sizeof *words);
    CHECK_SUCCESS(append_call(immediate, add_one, &words[0], NULL, NULL, 0, NULL));
    CHECK(words[0] == 1);
    CHECK_SUCCESS(append_call(list, add_one, &words[0], NULL, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, &words[1], &words[0], 4, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(list));
    for (uint32_t round = 2; round < 5; round++) {
        CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL));
        CHECK(words[0] == round && words[1] == round);
    }
    CHECK_RESULT(append_call(immediate, NULL, NULL, NULL, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK_RESULT(append_call(immediate, add_one, words, &extension, NULL, 0, NULL),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    CHECK_RESULT(append_call(list, add_one, words, NULL, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemFree(device.context, words));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
}

static void test_of_pool(void)
{
    const struct zed_event_counter_desc counting = {
        .stype = ZED_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL};
    ze_event_pool_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                 .pNext = &counting,
                                 .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE |
                                          ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
                                 .count = 2};
    ze_event_pool_handle_t pool = NULL;
    const ze_result_t result = zeEventPoolCreate(device.context, &desc, 0, NULL, &pool);
    if (fixture_layer_refuses(result)) {
        return;
    }
    CHECK_SUCCESS(result);
    ze_event_handle_t event = fixture_event(pool, 1);
    test_states(event, true);
    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    desc.flags |= ZE_EVENT_POOL_FLAG_IPC;
    CHECK_RESULT(zeEventPoolCreate(device.context, &desc, 0, NULL, &pool),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

int main(void)
{
    fixture_start(&device);
    test_of_pool();
    if (!fixture_wraps_handles()) {
        void *address = fixture_function(&device, "zexCounterBasedEventCreate2");
        memcpy(&create, &address, sizeof create);
        address = fixture_function(&device, "zeCommandListAppendHostFunction");
        memcpy(&append_call, &address, sizeof append_call);
        ze_event_handle_t timed = counter(0x20);
        test_states(timed, true);
        CHECK_SUCCESS(zeEventDestroy(timed));
        test_recorded();
        test_random();
        test_host_functions();
    }
    fixture_end(&device);
    return 0;
}
