/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The side queue: one for each GPU, for what has to be done at once whatever other queues have.  One
 * thread at a time uses it.
 */
#include "cuda/gpu_clock.h"

#include "cuda/gpu.h"
#include "cuda/gpu_memory.h"
#include "cuda/gpu_queue.h"
#include "processor/clock.h"

#include <pthread.h>

#define READINGS 8

typedef struct side {
    zed_device_queue_t *queue;
    zed_memory_t *word; /* host memory, where a stamp goes */
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

/* The reading that took the least time has the least doubt. */
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

uint64_t zed_gpu_clock_difference(uint32_t tile)
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
