/* SPDX-License-Identifier: BSD-3-Clause */
/* Immediate lists: they are closed and reset like regular ones, and execute recorded lists. */
#include "fixture.h"

#include <string.h>

typedef ze_result_t (*append_lists)(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *,
                                    ze_event_handle_t, uint32_t, ze_event_handle_t *);

static test_device device;
static append_lists append;
static uint64_t seed = 1;

static size_t random_below(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % limit;
}

/* Programs treat all lists alike.  An immediate list ignores close and reset, and keeps commands
 * that wait. */
static void test_close_and_reset(ze_command_queue_mode_t mode)
{
    ze_command_list_handle_t list = fixture_immediate(&device, 0, mode);
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 2);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t end = fixture_event(pool, 1);
    uint32_t *word = fixture_device_memory(&device, sizeof *word);
    const uint32_t values[] = {1, 2};

    *word = 7;
    if (mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS) {
        CHECK_SUCCESS(zeEventHostSignal(gate));
    }
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, word, &values[0], 4, NULL, 1, &gate));
    CHECK_SUCCESS(zeCommandListClose(list));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, word, &values[1], 4, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListReset(list));
    CHECK(*word == (mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS ? 2 : 7));
    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, end, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    CHECK(*word == 2);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, word));
}

/* A list that copies one word to the next place. */
static ze_command_list_handle_t shifting_list(uint32_t *from)
{
    ze_command_list_handle_t list = fixture_list(&device, 0);
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, from + 1, from, sizeof *from, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(list));
    return list;
}

/* The lists run one after the other once the gate opens, and are in use until then.  The next
 * command on the immediate list sees their effects. */
static void test_waits_and_signals(void)
{
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_event_pool_handle_t pool = fixture_pool(
        &device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 3);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t end = fixture_event(pool, 1);
    ze_event_handle_t next = fixture_event(pool, 2);
    uint32_t *words = fixture_device_memory(&device, 5 * sizeof *words);
    ze_command_list_handle_t lists[3] = {shifting_list(words), shifting_list(words + 1),
                                         shifting_list(words + 2)};
    ze_kernel_timestamp_result_t times;

    memcpy(words, (uint32_t[]){1, 2, 3, 4, 5}, 5 * sizeof *words);
    CHECK_SUCCESS(append(immediate, 3, lists, end, 1, &gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(immediate, words + 4, words + 3, 4, next, 0, NULL));
    CHECK_RESULT(zeEventHostSynchronize(end, 10000000), ZE_RESULT_NOT_READY);
    for (int i = 0; i < 3 && !device.gpu; i++) { /* a GPU has copied the lists' commands */
        CHECK_RESULT(zeCommandListReset(lists[i]), ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE);
    }
    CHECK(words[1] == 2);
    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    CHECK(words[3] == 1);
    CHECK_SUCCESS(zeEventQueryKernelTimestamp(end, &times));
    CHECK(times.global.kernelStart != 0 && times.global.kernelEnd >= times.global.kernelStart);
    CHECK_SUCCESS(zeEventHostSynchronize(next, FOREVER));
    CHECK(words[4] == 1);
    for (int i = 0; i < 3; i++) {
        CHECK_SUCCESS(zeCommandListReset(lists[i]));
        CHECK_SUCCESS(zeCommandListDestroy(lists[i]));
    }
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeEventDestroy(next));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

/* Lists that contain waits, executed by an immediate list and destroyed while they may still
 * run. */
static void test_waiting_within(void)
{
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 2);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t end = fixture_event(pool, 1);
    ze_command_list_handle_t list = fixture_list(&device, 0);
    uint32_t *words = fixture_device_memory(&device, 2 * sizeof *words);

    memcpy(words, (uint32_t[]){1, 2}, 2 * sizeof *words);
    CHECK_SUCCESS(zeCommandListAppendWaitOnEvents(list, 1, &gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, words + 1, words, 4, end, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(list));
    CHECK_SUCCESS(append(immediate, 1, &list, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_RESULT(zeEventQueryStatus(end), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    CHECK(words[1] == 1);
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

/* Random sequences of lists, sometimes more than a record holds inline, must have the same effect
 * as the same moves on the host. */
static void test_orders(ze_command_queue_mode_t mode)
{
    enum { WORDS = 8, MOST = 100, ROUNDS = 200 };
    ze_command_list_handle_t immediate = fixture_immediate(&device, 0, mode);
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t end = fixture_event(pool, 0);
    uint32_t *words = fixture_device_memory(&device, WORDS * sizeof *words);
    ze_command_list_handle_t lists[WORDS - 1], chosen[MOST];
    uint32_t expected[WORDS];

    for (size_t i = 0; i + 1 < WORDS; i++) {
        lists[i] = shifting_list(words + i);
    }
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t count = 1 + (uint32_t)random_below(round % 10 == 0 ? MOST : 6);
        for (uint32_t i = 0; i < WORDS; i++) {
            words[i] = expected[i] = (uint32_t)random_below(1000000);
        }
        for (uint32_t i = 0; i < count; i++) {
            size_t from = random_below(WORDS - 1);
            chosen[i] = lists[from];
            expected[from + 1] = expected[from];
        }
        CHECK_SUCCESS(append(immediate, count, chosen, end, 0, NULL));
        CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
        CHECK(memcmp(words, expected, sizeof expected) == 0);
        CHECK_SUCCESS(zeEventHostReset(end));
    }
    for (size_t i = 0; i + 1 < WORDS; i++) {
        CHECK_SUCCESS(zeCommandListDestroy(lists[i]));
    }
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

static void test_refusals(void)
{
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    ze_command_list_handle_t open = fixture_list(&device, 0);
    ze_command_list_handle_t closed = fixture_list(&device, 0);
    ze_command_list_handle_t copies = fixture_list(&device, 1);

    CHECK_SUCCESS(zeCommandListClose(closed));
    CHECK_SUCCESS(zeCommandListClose(copies));
    CHECK_RESULT(append(NULL, 1, &closed, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    CHECK_RESULT(append(open, 1, &closed, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    CHECK_RESULT(append(immediate, 1, NULL, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK_RESULT(append(immediate, 0, &closed, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_SIZE);
    CHECK_RESULT(append(immediate, 1, &open, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(append(immediate, 1, &copies, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    CHECK_RESULT(append(immediate, 1, &immediate, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    CHECK_SUCCESS(append(immediate, 1, &closed, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListReset(closed));
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeCommandListDestroy(open));
    CHECK_SUCCESS(zeCommandListDestroy(closed));
    CHECK_SUCCESS(zeCommandListDestroy(copies));
}

int main(void)
{
    fixture_start(&device);
    test_close_and_reset(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    test_close_and_reset(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    if (!fixture_wraps_handles()) {
        void *address = fixture_function(&device, "zeCommandListImmediateAppendCommandListsExp");
        memcpy(&append, &address, sizeof append);
        test_waits_and_signals();
        test_waiting_within();
        test_orders(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        test_orders(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        test_refusals();
    }
    fixture_end(&device);
    return 0;
}
