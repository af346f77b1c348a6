/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to heaps that only the tile can load and store: blocks go by Level Zero copies, words and
 * waits by the kernels of host_kernels.cl, whose results come back through host memory.
 *
 * A lane is what one call needs: a synchronous immediate list, kernel objects of its own (their
 * arguments are state) and host memory for results, and for blocks that are strides apart, which go
 * through it side by side.  A thread takes a lane for the length of a call, so
 * that a wait keeps its lane and nobody else's; there are as many lanes as there were calls at the
 * same time.
 *
 * A device that is only simulated executes nothing: the words of results are therefore set before a
 * launch to what does no harm.
 */
#include "access.h"

#include "access_static.h"
#include "compare.h"
#include "job.h"
#include "kernels.h"
#include "log.h"
#include "queue.h"
#include "spin.h"
#include "strided.h"
#include "tile_queues.h"
#include "values.h"
#include "waiting.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern const uint8_t ishmemi_host_kernels[];
extern const uint8_t ishmemi_host_kernels_end[];

enum { KERNEL_AMO, KERNEL_LOAD, KERNEL_COPY_BLOCKS, KERNEL_WAIT, KERNEL_SYNC, KERNELS };

static const char *const kernel_names[KERNELS] = {
    "ishmemi_kernel_amo", "ishmemi_kernel_load", "ishmemi_kernel_copy_blocks",
    "ishmemi_kernel_wait", "ishmemi_kernel_sync"};

#define STAGE_BYTES ((size_t)64 << 10)

typedef struct lane {
    struct lane *next;           /* of the idle ones */
    struct lane *next_of_all;
    ze_command_list_handle_t list;
    ze_kernel_handle_t kernels[KERNELS];
    volatile uint64_t *result;   /* STAGE_BYTES of host memory that the tile can load and store */
} lane_t;

/* Lanes are made on demand and stay until close.  The lists are under the mutex. */
static struct {
    pthread_mutex_t mutex;
    lane_t *idle;
    lane_t *all;
    uint32_t lanes;
    ze_module_handle_t module;
    ishmemi_tile_queues_t queues;
} tile = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool succeeded(ze_result_t result, const char *call)
{
    if (result == ZE_RESULT_SUCCESS) {
        return true;
    }
    ishmemi_error("host access to the heap: %s failed: 0x%x, %s", call, (unsigned)result,
                  ishmemi_ze_error(result));
    return false;
}

static bool build_module(void)
{
    static const ishmemi_kernels_image_t image = {"host access to the heap", ishmemi_host_kernels,
                                                  ishmemi_host_kernels_end};
    return ishmemi_kernels_build(&image, &(ishmemi_kernels_constants_t){0}, &tile.module);
}

static void destroy_lane(lane_t *lane)
{
    for (int i = 0; i < KERNELS; i++) {
        if (lane->kernels[i]) {
            zeKernelDestroy(lane->kernels[i]);
        }
    }
    if (lane->list) {
        zeCommandListDestroy(lane->list);
    }
    if (lane->result) {
        zeMemFree(ishmemi_job.context, (void *)(uintptr_t)lane->result);
    }
    free(lane);
}

/* queue: which of the group's queues, so that waits and puts run beside each other. */
static lane_t *make_lane(uint32_t queue)
{
    lane_t *const lane = calloc(1, sizeof *lane);
    if (!lane) {
        ishmemi_error("host access to the heap: no memory");
        return NULL;
    }
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .ordinal = tile.queues.group,
                                                .index = queue,
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *result = NULL;
    bool made = succeeded(zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device,
                                                       &queue_desc, &lane->list),
                          "zeCommandListCreateImmediate") &&
                succeeded(zeMemAllocHost(ishmemi_job.context, &host_desc, STAGE_BYTES, 64, &result),
                          "zeMemAllocHost");
    lane->result = result;
    for (int i = 0; i < KERNELS && made; i++) {
        made = ishmemi_kernels_make("host access to the heap", tile.module, kernel_names[i], 1,
                                    &lane->kernels[i]);
    }
    if (!made) {
        destroy_lane(lane);
        return NULL;
    }
    return lane;
}

static lane_t *take_lane(void)
{
    pthread_mutex_lock(&tile.mutex);
    lane_t *lane = tile.idle;
    const uint32_t number = tile.lanes;
    if (lane) {
        tile.idle = lane->next;
    } else {
        tile.lanes++;
    }
    pthread_mutex_unlock(&tile.mutex);
    if (lane) {
        return lane;
    }
    lane = make_lane(number % tile.queues.count);
    if (!lane) {
        ishmemi_fatal("host access to the heap: no more than %u calls at the same time", number);
    }
    pthread_mutex_lock(&tile.mutex);
    lane->next_of_all = tile.all;
    tile.all = lane;
    pthread_mutex_unlock(&tile.mutex);
    return lane;
}

static void return_lane(lane_t *lane)
{
    pthread_mutex_lock(&tile.mutex);
    lane->next = tile.idle;
    tile.idle = lane;
    pthread_mutex_unlock(&tile.mutex);
}

/* Runs a kernel, all of whose arguments are 64-bit numbers, to its end. */
static void run(const lane_t *lane, int kernel, const uint64_t *arguments, uint32_t count)
{
    const ze_group_count_t one = {1, 1, 1};
    for (uint32_t i = 0; i < count; i++) {
        if (!succeeded(zeKernelSetArgumentValue(lane->kernels[kernel], i, sizeof arguments[i],
                                                &arguments[i]),
                       "zeKernelSetArgumentValue")) {
            ishmemi_fatal("%s: argument %u cannot be set", kernel_names[kernel], i);
        }
    }
    if (!succeeded(zeCommandListAppendLaunchKernel(lane->list, lane->kernels[kernel], &one, NULL, 0,
                                                   NULL),
                   "zeCommandListAppendLaunchKernel")) {
        ishmemi_fatal("%s: cannot be run", kernel_names[kernel]);
    }
}

static void copy_on(const lane_t *lane, void *destination, const void *source, size_t bytes)
{
    if (!succeeded(zeCommandListAppendMemoryCopy(lane->list, destination, source, bytes, NULL, 0,
                                                 NULL),
                   "zeCommandListAppendMemoryCopy")) {
        ishmemi_fatal("%zu bytes cannot be copied from %p to %p", bytes, source, destination);
    }
}

/* Ends the process if the job has ended. */
static void check_job_on(const lane_t *lane, const char *routine)
{
    volatile uint64_t *const abort_word = lane->result;
    *abort_word = 0;
    copy_on(lane, (void *)(uintptr_t)abort_word, &ishmemi_job.head->abort.value, sizeof *abort_word);
    if (*abort_word) {
        ishmemi_spin_end(routine, *abort_word);
    }
}

static void check_job(const char *routine)
{
    lane_t *const lane = take_lane();
    check_job_on(lane, routine);
    return_lane(lane);
}

static uint64_t address(const volatile void *object)
{
    return (uint64_t)(uintptr_t)object;
}

static void copy(void *destination, const void *source, size_t bytes)
{
    if (ishmemi_static_copy(destination, source, bytes)) {
        return;
    }
    lane_t *const lane = take_lane();
    copy_on(lane, destination, source, bytes);
    return_lane(lane);
}

static void run_copy_blocks(const lane_t *lane, volatile void *destination,
                            const volatile void *source, size_t dst, size_t sst, size_t block,
                            size_t nblocks)
{
    const uint64_t arguments[] = {address(ishmemi_job.default_ctx), address(destination),
                                  address(source), dst, sst, block, nblocks};
    run(lane, KERNEL_COPY_BLOCKS, arguments, sizeof arguments / sizeof arguments[0]);
}

/* Blocks that are too long for the lane's memory, one by one. */
static void copy_long_blocks(const lane_t *lane, char *destination, const char *source, size_t dst,
                             size_t sst, size_t block, size_t nblocks)
{
    for (size_t i = 0; i < nblocks; i++) {
        copy_on(lane, destination + i * dst, source + i * sst, block);
    }
}

static void put_blocks(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks)
{
    if (ishmemi_segment_is_view(destination)) {
        ishmemi_static_copy_blocks(destination, source, dst, sst, block, nblocks);
        return;
    }
    lane_t *const lane = take_lane();
    char *const stage = (char *)(uintptr_t)lane->result;
    const size_t most = STAGE_BYTES / block;
    if (most == 0) {
        copy_long_blocks(lane, destination, source, dst, sst, block, nblocks);
    }
    for (size_t i = 0; most > 0 && i < nblocks; i += most) {
        const size_t count = nblocks - i < most ? nblocks - i : most;
        ishmemi_strided_copy(stage, (const char *)source + i * sst, block, sst, block, count);
        run_copy_blocks(lane, (char *)destination + i * dst, stage, dst, block, block, count);
    }
    return_lane(lane);
}

static void get_blocks(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks)
{
    if (ishmemi_segment_is_view(source)) {
        ishmemi_static_copy_blocks(destination, source, dst, sst, block, nblocks);
        return;
    }
    lane_t *const lane = take_lane();
    char *const stage = (char *)(uintptr_t)lane->result;
    const size_t most = STAGE_BYTES / block;
    if (most == 0) {
        copy_long_blocks(lane, destination, source, dst, sst, block, nblocks);
    }
    for (size_t i = 0; most > 0 && i < nblocks; i += most) {
        const size_t count = nblocks - i < most ? nblocks - i : most;
        run_copy_blocks(lane, stage, (const char *)source + i * sst, block, sst, block, count);
        ishmemi_strided_copy((char *)destination + i * dst, stage, dst, block, block, count);
    }
    return_lane(lane);
}

static void load(uint64_t *words, const void *objects, size_t bytes, size_t count)
{
    if (ishmemi_segment_is_view(objects)) {
        ishmemi_static_load(words, objects, bytes, count);
        return;
    }
    lane_t *const lane = take_lane();
    memset((void *)(uintptr_t)lane->result, 0, count * sizeof *words);
    const uint64_t arguments[] = {address(objects), bytes, count, address(lane->result)};
    run(lane, KERNEL_LOAD, arguments, sizeof arguments / sizeof arguments[0]);
    memcpy(words, (const void *)(uintptr_t)lane->result, count * sizeof *words);
    return_lane(lane);
}

static uint64_t run_amo(const lane_t *lane, ishmemi_amo_t op, size_t bytes, void *object,
                        uint64_t value, uint64_t cond)
{
    *lane->result = 0;
    const uint64_t arguments[] = {op, bytes, address(object), value, cond, address(lane->result)};
    run(lane, KERNEL_AMO, arguments, sizeof arguments / sizeof arguments[0]);
    return *lane->result;
}

static uint64_t add_bits(size_t bytes, uint64_t left, uint64_t right)
{
    return bytes == 4 ? float_bits(float_value(left) + float_value(right))
                      : double_bits(double_value(left) + double_value(right));
}

/* The sum is computed here, as not every tile can compute in double precision.  A simulated device,
 * which executes nothing, returns 0 each time: the loop ends for it, too. */
static uint64_t add_float(const lane_t *lane, size_t bytes, void *object, uint64_t value)
{
    uint64_t before = run_amo(lane, ISHMEMI_AMO_FETCH, bytes, object, 0, 0);
    for (;;) {
        const uint64_t seen = run_amo(lane, ISHMEMI_AMO_COMPARE_SWAP, bytes, object,
                                      add_bits(bytes, before, value), before);
        if (seen == before) {
            return before;
        }
        before = seen;
    }
}

static uint64_t amo(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond)
{
    if (ishmemi_segment_is_view(object)) {
        return ishmemi_static_amo(op, bytes, object, value, cond);
    }
    lane_t *const lane = take_lane();
    const uint64_t before = op == ISHMEMI_AMO_ADD_FLOAT
                                ? add_float(lane, bytes, object, value)
                                : run_amo(lane, op, bytes, object, value, cond);
    return_lane(lane);
    return before;
}

static uint64_t wait(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value)
{
    if (ishmemi_segment_is_view(object)) {
        return ishmemi_static_wait(routine, object, bytes, is_signed, cmp, value);
    }
    const ishmemi_compare_t compare = ishmemi_compare_make(
        is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    lane_t *const lane = take_lane();
    *lane->result = value;
    const uint64_t arguments[] = {address(ishmemi_job.default_ctx), address(object), bytes, is_signed,
                                  (uint64_t)cmp, value, address(lane->result)};
    ishmemi_waiting_begin(routine);
    run(lane, KERNEL_WAIT, arguments, sizeof arguments / sizeof arguments[0]);
    ishmemi_waiting_end();
    const uint64_t seen = *lane->result;
    if (!ishmemi_compare_holds(&compare, ishmemi_compare_extend(seen, bytes, is_signed))) {
        check_job_on(lane, routine);
    }
    return_lane(lane);
    return seen;
}

/* A sync or an exchange. */
static int run_sync(const lane_t *lane, const ishmemi_task_t *request)
{
    ishmemi_task_t *const shared = (ishmemi_task_t *)(uintptr_t)lane->result;
    *shared = *request;
    const uint64_t arguments[] = {address(ishmemi_job.default_ctx), address(shared)};
    run(lane, KERNEL_SYNC, arguments, 2);
    return (int)shared->result;
}

/* The others are as on a command list: the lane's own. */
static int run_collective(const lane_t *lane, const char *routine, const ishmemi_task_t *request)
{
    int *const result = (int *)(uintptr_t)lane->result;
    *result = 0;
    if (ishmemi_queue_launch_collective(&(ishmemi_queue_t){routine, lane->list, NULL, 0, NULL},
                                        request, result) != 0) {
        ishmemi_fatal("%s: cannot be run", routine);
    }
    return *result;
}

static int collective(const char *routine, const ishmemi_task_t *request)
{
    lane_t *const lane = take_lane();
    const bool is_sync = request->collective == ISHMEMI_COLLECTIVE_SYNC ||
                         request->collective == ISHMEMI_COLLECTIVE_EXCHANGE;
    ishmemi_waiting_begin(routine);
    const int result = is_sync ? run_sync(lane, request) : run_collective(lane, routine, request);
    ishmemi_waiting_end();
    check_job_on(lane, routine);
    return_lane(lane);
    return result;
}

/* Every call above ends after its effect: there is nothing to wait for, only loads and stores
 * of the host itself to keep on their side. */
static void quiet(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void close_tile(void)
{
    for (lane_t *lane = tile.all; lane;) {
        lane_t *const next = lane->next_of_all;
        destroy_lane(lane);
        lane = next;
    }
    tile.all = NULL;
    tile.idle = NULL;
    tile.lanes = 0;
    if (tile.module) {
        zeModuleDestroy(tile.module);
        tile.module = NULL;
    }
}

/* The first lane is made here, so that what cannot work fails at the start. */
static int open_tile(void)
{
    lane_t *first = NULL;
    if (!ishmemi_tile_queues_find(&tile.queues) || !build_module() || !(first = make_lane(0))) {
        close_tile();
        return -1;
    }
    tile.lanes = 1;
    tile.all = first;
    tile.idle = first;
    return 0;
}

const ishmemi_access_t ishmemi_access_tile = {
    .open = open_tile,
    .close = close_tile,
    .copy = copy,
    .put_blocks = put_blocks,
    .get_blocks = get_blocks,
    .amo = amo,
    .load = load,
    .wait = wait,
    .collective = collective,
    .check_job = check_job,
    .quiet = quiet,
};
