/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists, queues, events and fences: order, waits with and without limits, copies of every shape. */
#include "fixture.h"

#include <sched.h>
#include <string.h>
#include <time.h>

static test_device device;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Includes the advice to prefer system memory, which is newer than old loaders. */
static void test_advice(void)
{
    enum { CLEAR_SYSTEM_MEMORY = 9 };
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    void *memory = fixture_device_memory(&device, 64);
    __typeof__(&zeCommandListAppendMemAdvise) advise;
    void *address = fixture_function(&device, "zeCommandListAppendMemAdvise");

    memcpy(&advise, &address, sizeof advise);
    for (unsigned advice = 0; advice <= CLEAR_SYSTEM_MEMORY; advice++) {
        CHECK_SUCCESS(advise(list, device.tiles[0], memory, 64, (ze_memory_advice_t)advice));
    }
    CHECK_RESULT(
        advise(list, device.tiles[0], memory, 64, (ze_memory_advice_t)(CLEAR_SYSTEM_MEMORY + 1)),
        ZE_RESULT_ERROR_INVALID_ENUMERATION);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, memory));
}

static void test_copies(ze_command_queue_mode_t mode, uint32_t ordinal)
{
    enum { BYTES = 100000 };
    ze_command_list_handle_t list = fixture_immediate(&device, ordinal, mode);
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    unsigned char *from = fixture_host_memory(&device, BYTES);
    unsigned char *to = fixture_device_memory(&device, BYTES + 16);
    uint64_t pattern[16];

    for (int i = 0; i < 16; i++) {
        pattern[i] = 0x0101010101010101u * (unsigned)i;
    }
    for (int i = 0; i < BYTES; i++) {
        from[i] = (unsigned char)(i * 7);
    }
    memset(to, 0xee, BYTES + 16);
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, to, from, BYTES, event, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
    CHECK(memcmp(from, to, BYTES) == 0 && to[BYTES] == 0xee);

    CHECK_SUCCESS(zeEventHostReset(event));
    CHECK_SUCCESS(zeCommandListAppendMemoryFill(list, to, pattern, sizeof pattern,
                                                2 * sizeof pattern, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryFill(list, to + 256, "ab", 2, 64, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopyFromContext(list, to + 512, device.context, from, 8,
                                                           NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryPrefetch(list, to, BYTES));
    CHECK_SUCCESS(zeCommandListAppendMemAdvise(list, device.tiles[0], to, BYTES,
                                               ZE_MEMORY_ADVICE_BIAS_CACHED));
    CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
    CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
    CHECK(memcmp(to, pattern, 128) == 0 && memcmp(to + 128, pattern, 128) == 0);
    CHECK(memcmp(to + 256, "ababab", 6) == 0 && to[256 + 63] == 'b' &&
          to[256 + 64] == from[256 + 64]);
    CHECK(memcmp(to + 512, from, 8) == 0);
    CHECK_RESULT(zeCommandListAppendMemoryFill(list, to, "abc", 3, 6, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_SIZE);

    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, from));
    CHECK_SUCCESS(zeMemFree(device.context, to));
}

/* Copies a box within a larger one; nothing around it may change. */
static void test_regions(uint32_t depth)
{
    enum { PITCH = 32, ROWS = 16, SLICE = PITCH * ROWS, SLICES = 6, BYTES = SLICE * SLICES };
    ze_command_list_handle_t list =
        fixture_immediate(&device, 1, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    unsigned char *from = fixture_device_memory(&device, BYTES);
    unsigned char *to = fixture_device_memory(&device, BYTES);
    ze_copy_region_t to_region = {
        .originX = 5, .originY = 2, .originZ = 1, .width = 11, .height = 7, .depth = depth};
    ze_copy_region_t from_region = {
        .originX = 9, .originY = 4, .originZ = 2, .width = 11, .height = 7, .depth = depth};

    for (int i = 0; i < BYTES; i++) {
        from[i] = (unsigned char)(i * 31 + i / 251);
    }
    memset(to, 0xcd, BYTES);
    CHECK_SUCCESS(zeCommandListAppendMemoryCopyRegion(list, to, &to_region, PITCH, SLICE, from,
                                                      &from_region, PITCH, SLICE, NULL, 0, NULL));
    for (uint32_t z = 0; z < SLICES; z++) {
        for (uint32_t y = 0; y < ROWS; y++) {
            for (uint32_t x = 0; x < PITCH; x++) {
                bool inside = x >= 5 && x < 16 && y >= 2 && y < 9 && z >= 1 &&
                              z < 1 + (depth != 0 ? depth : 1);
                unsigned char expected =
                    inside ? from[(z + 1) * SLICE + (y + 2) * PITCH + x + 4] : 0xcd;
                CHECK(to[z * SLICE + y * PITCH + x] == expected);
            }
        }
    }
    /* Two columns of one array do not overlap; shifted by less than the width, they do. */
    ze_copy_region_t left = {.width = 8, .height = ROWS, .depth = 1};
    ze_copy_region_t right = {.originX = 16, .width = 8, .height = ROWS, .depth = 1};
    ze_copy_region_t near = {.originX = 4, .width = 8, .height = ROWS, .depth = 1};
    CHECK_SUCCESS(zeCommandListAppendMemoryCopyRegion(list, to, &right, PITCH, 0, to, &left, PITCH,
                                                      0, NULL, 0, NULL));
    CHECK(memcmp(to + 16, to, 8) == 0);
    CHECK_RESULT(zeCommandListAppendMemoryCopyRegion(list, to, &near, PITCH, 0, to, &left, PITCH, 0,
                                                     NULL, 0, NULL),
                 ZE_RESULT_ERROR_OVERLAPPING_REGIONS);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, from));
    CHECK_SUCCESS(zeMemFree(device.context, to));
}

/* A chain across lists: each command waits for the event of the previous one.  They are appended in
 * reverse order. */
static void test_events_across_lists(void)
{
    enum { LISTS = 6, ROUNDS = 100 };
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, LISTS + 1);
    ze_event_handle_t events[LISTS + 1];
    ze_command_list_handle_t lists[LISTS];
    uint32_t *words = fixture_device_memory(&device, (LISTS + 1) * sizeof *words);

    for (uint32_t i = 0; i <= LISTS; i++) {
        events[i] = fixture_event(pool, i);
    }
    for (int i = 0; i < LISTS; i++) {
        lists[i] =
            fixture_immediate(&device, i % 2 == 0 ? 0 : 1, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    }
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        for (int i = LISTS - 1; i >= 0; i--) {
            CHECK_SUCCESS(zeCommandListAppendMemoryCopy(
                lists[i], &words[i + 1], &words[i], sizeof *words, events[i + 1], 1, &events[i]));
        }
        words[0] = round;
        CHECK_RESULT(zeEventQueryStatus(events[LISTS]), ZE_RESULT_NOT_READY);
        CHECK_SUCCESS(zeEventHostSignal(events[0]));
        CHECK_SUCCESS(zeEventHostSynchronize(events[LISTS], FOREVER));
        CHECK(words[LISTS] == round);
        for (int i = 0; i <= LISTS; i++) {
            CHECK_SUCCESS(zeEventQueryStatus(events[i]));
            CHECK_SUCCESS(zeEventHostReset(events[i]));
        }
    }
    for (int i = 0; i < LISTS; i++) {
        CHECK_SUCCESS(zeCommandListDestroy(lists[i]));
    }
    for (int i = 0; i <= LISTS; i++) {
        CHECK_SUCCESS(zeEventDestroy(events[i]));
    }
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

static void test_time_limits(void)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    ze_command_list_handle_t list = fixture_list(&device, 0);
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence = NULL;

    CHECK_SUCCESS(zeFenceCreate(queue, &fence_desc, &fence));
    CHECK_SUCCESS(zeCommandListAppendWaitOnEvents(list, 1, &event));
    CHECK_SUCCESS(zeCommandListClose(list));
    CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &list, fence));
    CHECK_SUCCESS(zeCommandListAppendWaitOnEvents(immediate, 1, &event));

    uint64_t start = now();
    CHECK_RESULT(zeEventHostSynchronize(event, 10000000), ZE_RESULT_NOT_READY);
    CHECK_RESULT(zeFenceHostSynchronize(fence, 10000000), ZE_RESULT_NOT_READY);
    CHECK_RESULT(zeCommandQueueSynchronize(queue, 10000000), ZE_RESULT_NOT_READY);
    CHECK(now() - start >= 30000000);
    CHECK_RESULT(zeCommandQueueSynchronize(queue, 0), ZE_RESULT_NOT_READY);
    CHECK_RESULT(zeFenceQueryStatus(fence), ZE_RESULT_NOT_READY);
    if (!device.gpu) { /* a GPU has already copied the list's commands */
        CHECK_RESULT(zeCommandListReset(list), ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE);
    }

    CHECK_SUCCESS(zeEventHostSignal(event));
    CHECK_SUCCESS(zeFenceHostSynchronize(fence, FOREVER));
    CHECK_SUCCESS(zeCommandQueueSynchronize(queue, 1000000000));
    CHECK_SUCCESS(zeFenceReset(fence));
    CHECK_RESULT(zeFenceQueryStatus(fence), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeFenceDestroy(fence));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

/* A recorded list keeps the arguments from the time of recording, however often it runs. */
static void test_recorded(ze_command_queue_mode_t mode)
{
    enum { TIMES = 200 };
    ze_module_handle_t module = fixture_module(&device, "kernels.spv");
    ze_kernel_handle_t add = fixture_kernel(module, "add");
    ze_command_list_handle_t lists[2] = {fixture_list(&device, 0), fixture_list(&device, 0)};
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, mode);
    ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence = NULL;
    uint32_t *words = fixture_device_memory(&device, 64);
    ze_group_count_t one = {1, 1, 1};
    uint32_t value = 1;

    memset(words, 0, 64);
    CHECK_SUCCESS(zeFenceCreate(queue, &fence_desc, &fence));
    fixture_argument(add, 0, sizeof words, &words);
    fixture_argument(add, 1, sizeof value, &value);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(lists[0], add, &one, NULL, 0, NULL));
    value = 100;
    fixture_argument(add, 1, sizeof value, &value);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(lists[0], add, &one, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(lists[0]));
    value = 10000;
    fixture_argument(add, 1, sizeof value, &value);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(lists[1], add, &one, NULL, 0, NULL));
    CHECK_RESULT(zeCommandQueueExecuteCommandLists(queue, 2, lists, NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeCommandListClose(lists[1]));
    CHECK_RESULT(zeCommandListAppendLaunchKernel(lists[1], add, &one, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    for (uint32_t i = 0; i < TIMES; i++) {
        CHECK_SUCCESS(
            zeCommandQueueExecuteCommandLists(queue, 2, lists, i + 1 == TIMES ? fence : NULL));
    }
    CHECK_SUCCESS(zeFenceHostSynchronize(fence, FOREVER));
    CHECK(words[0] == 10101 * TIMES);
    CHECK_SUCCESS(zeCommandQueueSynchronize(queue, FOREVER));

    CHECK_SUCCESS(zeCommandListReset(lists[1]));
    CHECK_SUCCESS(
        zeCommandListAppendMemoryFill(lists[1], words, &value, sizeof value, 64, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListClose(lists[1]));
    CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &lists[1], NULL));
    CHECK_SUCCESS(zeCommandQueueSynchronize(queue, FOREVER));
    CHECK(words[0] == 10000 && words[15] == 10000);

    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeFenceDestroy(fence));
    CHECK_SUCCESS(zeCommandListDestroy(lists[0]));
    CHECK_SUCCESS(zeCommandListDestroy(lists[1]));
    CHECK_SUCCESS(zeModuleDestroy(module));
    CHECK_SUCCESS(zeKernelDestroy(add));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

static void test_timestamps(void)
{
    ze_event_pool_handle_t pool = fixture_pool(
        &device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP, 3);
    ze_event_handle_t events[3] = {fixture_event(pool, 0), fixture_event(pool, 1),
                                   fixture_event(pool, 2)};
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_kernel_timestamp_result_t *stamps = fixture_host_memory(&device, 4 * sizeof *stamps);
    uint64_t *clock = fixture_host_memory(&device, 2 * sizeof *clock);
    char *data = fixture_device_memory(&device, 1 << 20);
    size_t offsets[2] = {2 * sizeof *stamps, 0};
    ze_kernel_timestamp_result_t stamp;

    CHECK_RESULT(zeEventQueryKernelTimestamp(events[0], &stamp), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeCommandListAppendWriteGlobalTimestamp(list, &clock[0], NULL, 0, NULL));
    CHECK_SUCCESS(
        zeCommandListAppendMemoryCopy(list, data, data + (1 << 19), 1 << 19, events[0], 0, NULL));
    CHECK_SUCCESS(
        zeCommandListAppendMemoryFill(list, data, "x", 1, 1 << 20, events[1], 1, &events[0]));
    CHECK_SUCCESS(zeCommandListAppendWriteGlobalTimestamp(list, &clock[1], NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendQueryKernelTimestamps(list, 2, events, stamps, offsets,
                                                           events[2], 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(events[2], FOREVER));
    CHECK_SUCCESS(zeEventQueryKernelTimestamp(events[0], &stamp));
    CHECK(stamp.global.kernelStart >= clock[0] &&
          stamp.global.kernelEnd >= stamp.global.kernelStart);
    CHECK(memcmp(&stamps[2], &stamp, sizeof stamp) == 0);
    CHECK_SUCCESS(zeEventQueryKernelTimestamp(events[1], &stamp));
    CHECK(stamps[2].global.kernelEnd <= stamp.global.kernelStart &&
          stamp.global.kernelEnd <= clock[1]);
    CHECK(memcmp(&stamps[0], &stamp, sizeof stamp) == 0);

    uint32_t count = 0;
    CHECK_SUCCESS(zeEventQueryTimestampsExp(events[1], device.tiles[0], &count, NULL));
    CHECK(count == 1);
    CHECK_SUCCESS(zeEventQueryTimestampsExp(events[1], device.tiles[0], &count, stamps));
    CHECK(memcmp(&stamps[0], &stamp, sizeof stamp) == 0);
    for (int i = 0; i < 3; i++) {
        CHECK_SUCCESS(zeEventDestroy(events[i]));
    }
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, stamps));
    CHECK_SUCCESS(zeMemFree(device.context, clock));
    CHECK_SUCCESS(zeMemFree(device.context, data));
}

/* Barriers and resets on the device, and a new event in a used slot. */
static void test_resets(void)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 2);
    ze_event_handle_t event = fixture_event(pool, 0);
    ze_event_handle_t end = fixture_event(pool, 1);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    size_t bytes = 8;
    const void *range = &bytes;

    CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, NULL, 1, &event));
    CHECK_SUCCESS(zeCommandListAppendEventReset(list, event));
    CHECK_SUCCESS(zeCommandListAppendMemoryRangesBarrier(list, 1, &bytes, &range, end, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeEventHostSignal(event));
    CHECK_SUCCESS(zeEventDestroy(event));
    event = fixture_event(pool, 0);
    CHECK_RESULT(zeEventQueryStatus(event), ZE_RESULT_NOT_READY);
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeEventHostSignal(event));
    CHECK_SUCCESS(zeEventQueryStatus(event));
    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeCommandListDestroy(list));
}

/* Events, pools and lists are destroyed as soon as their end is visible, while the stream's thread
 * may not have finished its last steps. */
static void test_hasty_destruction(void)
{
    for (int i = 0; i < 2000; i++) {
        ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
        ze_event_handle_t event = fixture_event(pool, 0);
        ze_command_list_handle_t list =
            fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        CHECK_SUCCESS(zeCommandListAppendSignalEvent(list, event));
        if (i % 2 == 0) {
            CHECK_SUCCESS(zeEventHostSynchronize(event, FOREVER));
        } else {
            while (zeEventQueryStatus(event) == ZE_RESULT_NOT_READY) {
                sched_yield();
            }
        }
        CHECK_SUCCESS(zeEventDestroy(event));
        CHECK_SUCCESS(zeEventPoolDestroy(pool));
        CHECK_SUCCESS(zeCommandListDestroy(list));
    }
}

/* A queue, a list and a fence are destroyed while the queue waits; the submitted work must be
 * completed. */
static void test_busy_destruction(void)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 3);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t ends[2] = {fixture_event(pool, 1), fixture_event(pool, 2)};
    ze_command_list_handle_t list = fixture_list(&device, 0);
    ze_command_list_handle_t immediate =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    ze_fence_desc_t fence_desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    ze_fence_handle_t fence = NULL;
    uint32_t *words = fixture_device_memory(&device, 4 * sizeof *words);

    memset(words, 0, 4 * sizeof *words);
    words[0] = 7;
    CHECK_SUCCESS(zeFenceCreate(queue, &fence_desc, &fence));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, &words[1], &words[0], sizeof *words, ends[0],
                                                1, &gate));
    CHECK_SUCCESS(zeCommandListClose(list));
    CHECK_SUCCESS(zeCommandQueueExecuteCommandLists(queue, 1, &list, fence));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(immediate, &words[2], &words[0], sizeof *words,
                                                ends[1], 1, &gate));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeCommandListDestroy(immediate));
    CHECK_SUCCESS(zeFenceDestroy(fence));
    CHECK(words[1] == 0 && words[2] == 0);

    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeEventHostSynchronize(ends[0], FOREVER));
    CHECK_SUCCESS(zeEventHostSynchronize(ends[1], FOREVER));
    CHECK(words[1] == 7 && words[2] == 7);
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventDestroy(ends[0]));
    CHECK_SUCCESS(zeEventDestroy(ends[1]));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

int main(void)
{
    fixture_start(&device);
    test_copies(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, 0);
    test_copies(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, 1);
    test_regions(0);
    test_regions(3);
    if (!fixture_wraps_handles()) {
        test_advice();
    }
    test_events_across_lists();
    test_time_limits();
    test_recorded(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    test_recorded(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    test_timestamps();
    test_resets();
    test_busy_destruction();
    test_hasty_destruction();
    fixture_end(&device);
    return 0;
}
