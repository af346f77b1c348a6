/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks: see device_memory.h.  A pool is a span of 2 MiB or more, cut into blocks of one size, a
 * power of two; a set bit means a free block.  One lock guards everything, because allocation is
 * not on a hot path.
 */
#include "cuda/device_memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_LEAST_SHIFT 9 /* 512 bytes: no two allocations share a cache line of a GPU */
#define BLOCK_MOST_SHIFT 19
#define CLASSES (BLOCK_MOST_SHIFT - BLOCK_LEAST_SHIFT + 1)
#define POOL_BYTES ((size_t)2 << 20)
#define WORDS (POOL_BYTES >> BLOCK_LEAST_SHIFT >> 6)

_Static_assert((size_t)1 << BLOCK_MOST_SHIFT == ZED_BLOCK_BYTES_MAX, "the largest class");

struct zed_pool {
    zed_span_t span;
    zed_pool_t *next;
    uint32_t shift;
    uint32_t count;
    uint32_t free_count;
    uint64_t free[WORDS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static zed_pool_t *pools[ZED_CUDA_GPUS_MAX][CLASSES]; /* under the lock */

static uint32_t shift_for(size_t bytes)
{
    uint32_t shift = BLOCK_LEAST_SHIFT;
    while ((size_t)1 << shift < bytes) {
        shift++;
    }
    return shift;
}

static ze_result_t pool_create(uint32_t tile, uint32_t shift, zed_pool_t **made)
{
    zed_pool_t *pool = calloc(1, sizeof *pool);
    if (!pool) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    const ze_result_t result = zed_span_create(tile, POOL_BYTES, 0, &pool->span);
    if (result != ZE_RESULT_SUCCESS) {
        free(pool);
        return result;
    }
    pool->shift = shift;
    pool->count = (uint32_t)(POOL_BYTES >> shift);
    pool->free_count = pool->count;
    for (uint32_t i = 0; i < pool->count; i++) {
        pool->free[i / 64] |= UINT64_C(1) << (i % 64);
    }
    *made = pool;
    return ZE_RESULT_SUCCESS;
}

/* Takes a block of a pool that has a free one. */
static void take(zed_pool_t *pool, zed_gpu_block_t *block)
{
    uint32_t word = 0;
    while (pool->free[word] == 0) {
        word++;
    }
    const uint32_t index = word * 64 + (uint32_t)__builtin_ctzll(pool->free[word]);
    pool->free[word] &= pool->free[word] - 1;
    pool->free_count--;
    *block = (zed_gpu_block_t){
        .pool = pool, .span = &pool->span, .index = index, .offset = (size_t)index << pool->shift};
}

ze_result_t zed_gpu_block_take(uint32_t tile, size_t bytes, zed_gpu_block_t *block)
{
    const uint32_t shift = shift_for(bytes);
    ze_result_t result = ZE_RESULT_SUCCESS;
    pthread_mutex_lock(&lock);
    zed_pool_t **list = &pools[tile][shift - BLOCK_LEAST_SHIFT];
    zed_pool_t *pool = *list;
    while (pool && pool->free_count == 0) {
        pool = pool->next;
    }
    if (!pool) {
        result = pool_create(tile, shift, &pool);
        if (result == ZE_RESULT_SUCCESS) {
            pool->next = *list;
            *list = pool;
        }
    }
    if (result == ZE_RESULT_SUCCESS) {
        take(pool, block);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

/* Whether another pool of the list has a free block, so that an empty one need not be kept. */
static bool others_free(const zed_pool_t *list, const zed_pool_t *except)
{
    for (const zed_pool_t *pool = list; pool; pool = pool->next) {
        if (pool != except && pool->free_count != 0) {
            return true;
        }
    }
    return false;
}

void zed_gpu_block_put(const zed_gpu_block_t *block)
{
    zed_pool_t *pool = block->pool;
    pthread_mutex_lock(&lock);
    zed_pool_t **list = &pools[pool->span.tile][pool->shift - BLOCK_LEAST_SHIFT];
    pool->free[block->index / 64] |= UINT64_C(1) << (block->index % 64);
    pool->free_count++;
    const bool surplus = pool->free_count == pool->count && others_free(*list, pool);
    if (surplus) {
        while (*list != pool) {
            list = &(*list)->next;
        }
        *list = pool->next;
    }
    pthread_mutex_unlock(&lock);
    if (surplus) {
        zed_span_destroy(&pool->span);
        free(pool);
    }
}
