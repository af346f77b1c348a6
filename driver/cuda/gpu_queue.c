/* SPDX-License-Identifier: BSD-3-Clause */
/* See gpu_queue.h. */
#include "cuda/gpu_queue.h"

#include "cuda/gpu_kernel.h"
#include "cuda/gpu_launches.h"
#include "cuda/gpu_memory.h"
#include "cuda/own_kernels.h"
#include "util/clock.h"
#include "util/nap.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Level Zero's limit for arguments, and the size of the global offset that the compiler adds
 * (compile/ptx.h). */
#define ARGUMENT_BYTES_MAX 4096
#define OFFSET_BYTES (3 * sizeof(uint32_t))

#define FILL_ITEMS 256
#define FILL_GROUPS_MAX 1024

/* How the host waits: it polls without a pause, then yields the processor between polls, then naps. */
#define SPIN_NANOSECONDS 50000
#define WAIT_PER_LOOK 4

/* How often two clocks are read to find their difference. */
#define READINGS 8

struct zed_device_queue {
    uint32_t tile;
    CUstream stream;
    /* The last kernel launched, for messages about failures.  Names are never freed.  Written by
     * threads that launch, read by threads that find a failure.  A hint, so relaxed. */
    _Atomic(const char *) kernel;
    /* A kernel that can print was launched.  Relaxed: the waiting thread is notified later. */
    _Atomic bool prints;
};

static ze_result_t status(zed_device_queue_t *queue, CUresult result, const char *what)
{
    return result == CUDA_SUCCESS
               ? ZE_RESULT_SUCCESS
               : zed_cuda_status(result, what,
                                 atomic_load_explicit(&queue->kernel, memory_order_relaxed));
}

/* ---- Life ------------------------------------------------------------------------------------- */

static ze_result_t queue_open(uint32_t tile, zed_device_queue_t **opened)
{
    zed_device_queue_t *queue = calloc(1, sizeof *queue);
    if (!queue) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    queue->tile = tile;
    ze_result_t result = zed_gpu_enter(tile);
    if (result == ZE_RESULT_SUCCESS) {
        /* Loading a module may wait for the GPU, so this comes before any queue waits for the
         * host. */
        const zed_own_kernels_t *kernels;
        result = zed_own_kernels_get(tile, &kernels);
        if (result == ZE_RESULT_SUCCESS) {
            result = status(queue, zed_cuda.cuStreamCreate(&queue->stream, CU_STREAM_NON_BLOCKING),
                            "make a queue");
        }
        zed_gpu_leave();
    }
    if (result != ZE_RESULT_SUCCESS) {
        free(queue);
        return result;
    }
    *opened = queue;
    return ZE_RESULT_SUCCESS;
}

static void queue_close(zed_device_queue_t *queue)
{
    if (zed_gpu_enter(queue->tile) == ZE_RESULT_SUCCESS) {
        zed_cuda.cuStreamDestroy(queue->stream);
        zed_gpu_leave();
    }
    free(queue);
}

/* ---- Launches --------------------------------------------------------------------------------- */

/* A block of arguments, in the layout of kernels. */
typedef struct arguments {
    _Alignas(16) unsigned char bytes[ARGUMENT_BYTES_MAX + OFFSET_BYTES];
    size_t count;
} arguments_t;

static bool make_arguments(const zed_launch_t *launch, arguments_t *arguments)
{
    const size_t own = launch->kernel->argument_block_bytes;
    const size_t offset_at = (own + 3) & ~(size_t)3;
    if (offset_at > ARGUMENT_BYTES_MAX) {
        return false;
    }
    memcpy(arguments->bytes, launch->arguments, own);
    memcpy(arguments->bytes + offset_at, launch->global_offset, OFFSET_BYTES);
    arguments->count = offset_at + OFFSET_BYTES;
    return true;
}

static CUresult launch_kernel(zed_device_queue_t *queue, CUfunction function,
                              const uint32_t groups[3], const uint32_t items[3],
                              uint32_t local_bytes, void *arguments, size_t argument_bytes)
{
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, arguments, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &argument_bytes, CU_LAUNCH_PARAM_END};
    return zed_cuda.cuLaunchKernel(function, groups[0], groups[1], groups[2], items[0], items[1],
                                   items[2], local_bytes, queue->stream, NULL, extra);
}

static CUresult put_stamp(zed_device_queue_t *queue, uint64_t *device_time, uint64_t *host_time);

/* Launches between two stamps if there is a callback. */
static CUresult launch_timed(zed_device_queue_t *queue, const zed_launch_t *launch,
                             arguments_t *arguments)
{
    const zed_gpu_code_t *code = launch->kernel->code;
    const uint32_t *groups = launch->group_count;
    zed_launch_times_t *times =
        zed_launches_begin(code->name, (uint64_t)groups[0] * groups[1] * groups[2]);
    if (times && put_stamp(queue, &times->began.device, &times->began.host) != CUDA_SUCCESS) {
        zed_launches_return(times);
        times = NULL;
    }
    const CUresult launched =
        launch_kernel(queue, code->function, groups, launch->group_size, launch->local_bytes,
                      arguments->bytes, arguments->count);
    if (times) {
        if (launched != CUDA_SUCCESS) {
            zed_launches_forget(times);
        }
        /* If this fails, the queue has failed, and the launch keeps its slot. */
        put_stamp(queue, &times->ended.device, &times->ended.host);
    }
    return launched;
}

static ze_result_t queue_launch(zed_device_queue_t *queue, const zed_launch_t *launch)
{
    const zed_gpu_code_t *code = launch->kernel->code;
    arguments_t arguments;
    if (!make_arguments(launch, &arguments)) {
        fprintf(stderr, "zed: kernel %s has %u bytes of arguments; expected at most %d\n",
                launch->kernel->name, launch->kernel->argument_block_bytes, ARGUMENT_BYTES_MAX);
        return ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE;
    }
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult launched = launch_timed(queue, launch, &arguments);
    zed_gpu_leave();
    if (launched != CUDA_SUCCESS) {
        char what[256];
        snprintf(what, sizeof what, "launch kernel %s with %u x %u x %u groups of %u x %u x %u",
                 launch->kernel->name, launch->group_count[0], launch->group_count[1],
                 launch->group_count[2], launch->group_size[0], launch->group_size[1],
                 launch->group_size[2]);
        return status(queue, launched, what);
    }
    atomic_store_explicit(&queue->kernel, code->name, memory_order_relaxed);
    if (code->prints) {
        atomic_store_explicit(&queue->prints, true, memory_order_relaxed);
    }
    return ZE_RESULT_SUCCESS;
}

/* ---- Copies and fills ------------------------------------------------------------------------- */

static ze_result_t queue_copy(zed_device_queue_t *queue, void *destination, const void *source,
                              size_t bytes)
{
    ze_result_t result = bytes == 0 ? ZE_RESULT_SUCCESS : zed_gpu_enter(queue->tile);
    if (bytes == 0 || result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult copied =
        zed_cuda.cuMemcpyAsync((CUdeviceptr)destination, (CUdeviceptr)source, bytes, queue->stream);
    zed_gpu_leave();
    return status(queue, copied, "copy memory");
}

/* Copies slices one by one unless the distance between them is a whole number of rows. */
static CUresult copy_slices(zed_device_queue_t *queue, const zed_box_t *box, size_t depth)
{
    const CUDA_MEMCPY3D copy = {
        .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
        .srcDevice = (CUdeviceptr)box->source,
        .srcPitch = box->source_pitch,
        .srcHeight = depth > 1 ? box->source_slice / box->source_pitch : 0,
        .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
        .dstDevice = (CUdeviceptr)box->destination,
        .dstPitch = box->destination_pitch,
        .dstHeight = depth > 1 ? box->destination_slice / box->destination_pitch : 0,
        .WidthInBytes = box->width,
        .Height = box->height,
        .Depth = depth,
    };
    return zed_cuda.cuMemcpy3DAsync(&copy, queue->stream);
}

static bool is_regular(const zed_box_t *box)
{
    return box->source_pitch != 0 && box->destination_pitch != 0 &&
           box->source_slice % box->source_pitch == 0 &&
           box->destination_slice % box->destination_pitch == 0;
}

static CUresult copy_box(zed_device_queue_t *queue, const zed_box_t *box)
{
    if (box->depth == 1 || is_regular(box)) {
        return copy_slices(queue, box, box->depth);
    }
    CUresult result = CUDA_SUCCESS;
    zed_box_t slice = *box;
    for (size_t i = 0; i < box->depth && result == CUDA_SUCCESS; i++) {
        result = copy_slices(queue, &slice, 1);
        slice.source += box->source_slice;
        slice.destination += box->destination_slice;
    }
    return result;
}

static ze_result_t queue_copy_box(zed_device_queue_t *queue, const zed_box_t *box)
{
    if (box->width == 0 || box->height == 0 || box->depth == 0) {
        return ZE_RESULT_SUCCESS;
    }
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_box_t even = *box;
    if (even.height == 1) { /* pitches without a meaning may have any value */
        even.source_pitch = even.depth > 1 ? even.source_slice : even.width;
        even.destination_pitch = even.depth > 1 ? even.destination_slice : even.width;
    }
    const CUresult copied = copy_box(queue, &even);
    zed_gpu_leave();
    return status(queue, copied, "copy a box of memory");
}

static CUresult fill_by_kernel(zed_device_queue_t *queue, void *destination, const void *pattern,
                               size_t pattern_bytes, size_t bytes)
{
    const zed_own_kernels_t *kernels;
    if (zed_own_kernels_get(queue->tile, &kernels) != ZE_RESULT_SUCCESS) {
        return CUDA_ERROR_LAUNCH_FAILED;
    }
    zed_fill_arguments_t arguments = {.to = (CUdeviceptr)destination,
                                      .bytes = bytes,
                                      .pattern_bytes = pattern_bytes < 8 ? 8 : pattern_bytes};
    for (size_t i = 0; i < arguments.pattern_bytes; i += pattern_bytes) {
        memcpy(arguments.pattern + i, pattern, pattern_bytes);
    }
    const size_t wanted = bytes / (8 * FILL_ITEMS) + 1;
    const uint32_t groups[] = {wanted < FILL_GROUPS_MAX ? (uint32_t)wanted : FILL_GROUPS_MAX, 1, 1};
    const uint32_t items[] = {FILL_ITEMS, 1, 1};
    return launch_kernel(queue, kernels->fill, groups, items, 0, &arguments, sizeof arguments);
}

/* One aligned word: a store by the stream itself, after all that it has done, takes half as long as a
 * kernel. */
static CUresult fill_word(zed_device_queue_t *queue, CUdeviceptr to, const void *word, size_t bytes)
{
    uint32_t four;
    uint64_t eight;
    if (bytes == sizeof four) {
        memcpy(&four, word, sizeof four);
        return zed_cuda.cuStreamWriteValue32(queue->stream, to, four,
                                             CU_STREAM_WRITE_VALUE_DEFAULT);
    }
    memcpy(&eight, word, sizeof eight);
    return zed_cuda.cuStreamWriteValue64(queue->stream, to, eight, CU_STREAM_WRITE_VALUE_DEFAULT);
}

static CUresult fill(zed_device_queue_t *queue, void *destination, const void *pattern,
                     size_t pattern_bytes, size_t bytes)
{
    const CUdeviceptr to = (CUdeviceptr)destination;
    const bool even = to % pattern_bytes == 0 && bytes % pattern_bytes == 0;
    uint16_t two;
    uint32_t four;
    if (even && bytes == pattern_bytes && (bytes == sizeof four || bytes == sizeof(uint64_t)) &&
        fill_word(queue, to, pattern, bytes) == CUDA_SUCCESS) {
        return CUDA_SUCCESS;
    }
    if (pattern_bytes == 1) {
        return zed_cuda.cuMemsetD8Async(to, *(const unsigned char *)pattern, bytes, queue->stream);
    }
    if (pattern_bytes == sizeof two && even) {
        memcpy(&two, pattern, sizeof two);
        return zed_cuda.cuMemsetD16Async(to, two, bytes / sizeof two, queue->stream);
    }
    if (pattern_bytes == sizeof four && even) {
        memcpy(&four, pattern, sizeof four);
        return zed_cuda.cuMemsetD32Async(to, four, bytes / sizeof four, queue->stream);
    }
    return fill_by_kernel(queue, destination, pattern, pattern_bytes, bytes);
}

static ze_result_t queue_fill(zed_device_queue_t *queue, void *destination, const void *pattern,
                              size_t pattern_bytes, size_t bytes)
{
    ze_result_t result = bytes == 0 ? ZE_RESULT_SUCCESS : zed_gpu_enter(queue->tile);
    if (bytes == 0 || result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult filled = fill(queue, destination, pattern, pattern_bytes, bytes);
    zed_gpu_leave();
    return status(queue, filled, "fill memory");
}

/* ---- Words and times -------------------------------------------------------------------------- */

/* `add` is cuStreamWaitValue32 or cuStreamWriteValue32. */
static ze_result_t add_word(zed_device_queue_t *queue,
                            CUresult (*add)(CUstream, CUdeviceptr, uint32_t, unsigned),
                            uint32_t *word, uint32_t value, unsigned flags, const char *what)
{
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult added = add(queue->stream, (CUdeviceptr)word, value, flags);
    zed_gpu_leave();
    return status(queue, added, what);
}

static ze_result_t queue_wait_word(zed_device_queue_t *queue, uint32_t *word, uint32_t at_least)
{
    return add_word(queue, zed_cuda.cuStreamWaitValue32, word, at_least, CU_STREAM_WAIT_VALUE_GEQ,
                    "wait for an event");
}

static ze_result_t queue_write_word(zed_device_queue_t *queue, uint32_t *word, uint32_t value)
{
    return add_word(queue, zed_cuda.cuStreamWriteValue32, word, value,
                    CU_STREAM_WRITE_VALUE_DEFAULT, "set an event");
}

/* What to add to the GPU's time to get the host's, modulo 2^64.  Found at the first request; clocks
 * of one machine drift by microseconds per minute. */
static uint64_t clock_difference(uint32_t tile);

static CUresult put_stamp(zed_device_queue_t *queue, uint64_t *device_time, uint64_t *host_time)
{
    const zed_own_kernels_t *kernels;
    if (zed_own_kernels_get(queue->tile, &kernels) != ZE_RESULT_SUCCESS) {
        return CUDA_ERROR_LAUNCH_FAILED;
    }
    static const uint32_t one[] = {1, 1, 1};
    zed_stamp_arguments_t arguments = {.device_time = (CUdeviceptr)device_time,
                                       .host_time = (CUdeviceptr)host_time,
                                       .difference = host_time ? clock_difference(queue->tile) : 0};
    return launch_kernel(queue, kernels->stamp, one, one, 0, &arguments, sizeof arguments);
}

static ze_result_t queue_stamp(zed_device_queue_t *queue, uint64_t *device_time,
                               uint64_t *host_time)
{
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult added = put_stamp(queue, device_time, host_time);
    zed_gpu_leave();
    return status(queue, added, "store the GPU's time");
}

/* ---- Waiting ---------------------------------------------------------------------------------- */

static ze_result_t queue_query(zed_device_queue_t *queue)
{
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const CUresult found = zed_cuda.cuStreamQuery(queue->stream);
    zed_gpu_leave();
    if (found == CUDA_SUCCESS) {
        zed_launches_look();
    }
    return status(queue, found, "run what the queue has");
}

/* libcuda copies a kernel's output from the GPU only when it synchronises, not in a query. */
static void print(zed_device_queue_t *queue)
{
    if (atomic_load_explicit(&queue->prints, memory_order_relaxed)) {
        fflush(stdout);
        zed_cuda.cuStreamSynchronize(queue->stream);
    }
}

/* Polls, first for a moment without yielding; of a short wait, only for its first part, because
 * threads that watch a queue wait again and again. */
static CUresult look(zed_device_queue_t *queue, uint64_t begin, uint64_t deadline)
{
    const uint64_t part = deadline > begin ? (deadline - begin) / WAIT_PER_LOOK : 0;
    const uint64_t most = part < ISHMEMI_NAP_FIRST ? part : ISHMEMI_NAP_FIRST;
    CUresult found = zed_cuda.cuStreamQuery(queue->stream);
    for (uint64_t now = begin;
         found == CUDA_ERROR_NOT_READY && now < deadline && now - begin < most;
         now = ishmemi_clock_now()) {
        if (now - begin > SPIN_NANOSECONDS) {
            sched_yield();
        }
        found = zed_cuda.cuStreamQuery(queue->stream);
    }
    return found;
}

/* Naps until the event has completed. */
static CUresult nap_for(CUevent event, uint64_t begin, uint64_t deadline)
{
    CUresult found = zed_cuda.cuEventQuery(event);
    uint64_t now = ishmemi_clock_now();
    while (found == CUDA_ERROR_NOT_READY && now < deadline) {
        nanosleep(&(struct timespec){.tv_nsec = (long)ishmemi_nap_after(now - begin)}, NULL);
        found = zed_cuda.cuEventQuery(event);
        now = ishmemi_clock_now();
    }
    return found;
}

/* The queue may get more commands while the caller waits for those that it has now, so an event
 * marks their end. */
static CUresult wait_long(zed_device_queue_t *queue, uint64_t begin, uint64_t deadline)
{
    CUevent event;
    CUresult result = zed_cuda.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    result = zed_cuda.cuEventRecord(event, queue->stream);
    if (result == CUDA_SUCCESS) {
        result = nap_for(event, begin, deadline);
    }
    zed_cuda.cuEventDestroy(event);
    return result;
}

static ze_result_t queue_wait(zed_device_queue_t *queue, uint64_t deadline)
{
    ze_result_t result = zed_gpu_enter(queue->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const uint64_t begin = ishmemi_clock_now();
    CUresult found = look(queue, begin, deadline);
    if (found == CUDA_ERROR_NOT_READY && ishmemi_clock_now() < deadline) {
        found = wait_long(queue, begin, deadline);
    }
    if (found == CUDA_SUCCESS) {
        print(queue);
    }
    zed_gpu_leave();
    if (found == CUDA_SUCCESS) {
        zed_launches_look();
    }
    return status(queue, found, "run what the queue has");
}

const zed_device_queue_calls_t zed_gpu_queue_calls = {
    .open = queue_open,
    .close = queue_close,
    .launch = queue_launch,
    .copy = queue_copy,
    .copy_box = queue_copy_box,
    .fill = queue_fill,
    .wait_word = queue_wait_word,
    .write_word = queue_write_word,
    .stamp = queue_stamp,
    .reaches = zed_gpu_memory_reached,
    .query = queue_query,
    .wait = queue_wait,
};

/* ---- Outside all queues ---------------------------------------------------------------------- */

/* One queue per GPU for what must happen at once, whatever other queues contain.  One thread at a
 * time uses it. */
typedef struct side {
    zed_device_queue_t *queue;
    zed_memory_t *word; /* host memory for a stamp */
    uint64_t difference;
    bool has_difference;
} side_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static side_t sides[ZED_CUDA_GPUS_MAX]; /* under the lock */

static ze_result_t open_side(uint32_t tile, side_t **opened)
{
    side_t *side = &sides[tile];
    ze_result_t result = ZE_RESULT_SUCCESS;
    if (!side->queue) {
        result = zed_gpu_queue_calls.open(tile, &side->queue);
    }
    if (result == ZE_RESULT_SUCCESS && !side->word) {
        result = zed_gpu_memory_alloc(ZED_MEMORY_HOST, 0, sizeof(uint64_t), sizeof(uint64_t),
                                      &side->word);
    }
    *opened = side;
    return result;
}

/* 0 if the GPU does not answer. */
static uint64_t read_time(side_t *side)
{
    uint64_t *word = side->word->base;
    *word = 0;
    if (zed_gpu_queue_calls.stamp(side->queue, word, NULL) == ZE_RESULT_SUCCESS) {
        zed_gpu_queue_calls.wait(side->queue, UINT64_MAX);
    }
    return *word;
}

uint64_t zed_gpu_timestamp(uint32_t tile)
{
    side_t *side;
    pthread_mutex_lock(&lock);
    const uint64_t time = open_side(tile, &side) == ZE_RESULT_SUCCESS ? read_time(side) : 0;
    pthread_mutex_unlock(&lock);
    return time;
}

/* The fastest reading is the most exact. */
static uint64_t find_difference(side_t *side)
{
    uint64_t difference = 0;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < READINGS; i++) {
        const uint64_t before = ishmemi_clock_now();
        const uint64_t time = read_time(side);
        const uint64_t after = ishmemi_clock_now();
        if (after - before < least) {
            least = after - before;
            difference = before + least / 2 - time;
        }
    }
    return difference;
}

static uint64_t clock_difference(uint32_t tile)
{
    side_t *side;
    pthread_mutex_lock(&lock);
    if (open_side(tile, &side) == ZE_RESULT_SUCCESS && !side->has_difference) {
        side->difference = find_difference(side);
        side->has_difference = true;
    }
    const uint64_t difference = side->difference;
    pthread_mutex_unlock(&lock);
    return difference;
}

ze_result_t zed_gpu_copy(void *destination, const void *source, size_t bytes)
{
    side_t *side;
    pthread_mutex_lock(&lock);
    ze_result_t result = open_side(zed_gpu_home(), &side);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_gpu_queue_calls.copy(side->queue, destination, source, bytes);
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_gpu_queue_calls.wait(side->queue, UINT64_MAX);
    }
    pthread_mutex_unlock(&lock);
    return result;
}
