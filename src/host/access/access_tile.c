/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to heaps that only the tile can load and store: Level Zero copies move blocks and fills store
 * words, and the kernels of host_kernels.cl access words in other ways and wait.  Their results come back through host memory.
 *
 * A simulated device executes nothing.  Therefore the words of a result have a harmless value
 * before each launch.
 */
#include "access.h"

#include "access_static.h"
#include "compare.h"
#include "host_reach.h"
#include "job.h"
#include "strided.h"
#include "tile.h"
#include "tile_pool.h"
#include "values.h"
#include "waiting.h"
#include <string.h>

static void check_job(const char *routine)
{
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    ishmemi_tile_pool_check_job(entry, routine);
    ishmemi_tile_pool_return(entry);
}

static void copy(void *destination, const void *source, size_t bytes)
{
    if (ishmemi_static_copy(destination, source, bytes, copy)) {
        return;
    }
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    ishmemi_tile_pool_copy(entry, destination, source, bytes);
    ishmemi_tile_pool_return(entry);
}

static void run_copy_blocks(const ishmemi_tile_entry_t *entry, volatile void *destination,
                            const volatile void *source, size_t dst, size_t sst, size_t block,
                            size_t nblocks)
{
    const uint64_t arguments[] = {ishmemi_tile_address(ishmemi_job.default_ctx),
                                  ishmemi_tile_address(destination),
                                  ishmemi_tile_address(source),
                                  dst,
                                  sst,
                                  block,
                                  nblocks};
    ishmemi_tile_pool_run(entry, ISHMEMI_TILE_COPY_BLOCKS, arguments,
                          sizeof arguments / sizeof arguments[0]);
}

/* For blocks that the tile reaches on both sides. */
static void copy_blocks_of_tile(void *destination, const void *source, size_t dst, size_t sst,
                                size_t block, size_t nblocks)
{
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    run_copy_blocks(entry, destination, source, dst, sst, block, nblocks);
    ishmemi_tile_pool_return(entry);
}

/* Copies blocks that are too long for the entry's memory one by one. */
static void copy_long_blocks(const ishmemi_tile_entry_t *entry, char *destination,
                             const char *source, size_t dst, size_t sst, size_t block,
                             size_t nblocks)
{
    for (size_t i = 0; i < nblocks; i++) {
        ishmemi_tile_pool_copy(entry, destination + i * dst, source + i * sst, block);
    }
}

/* The caller's side is staged in host memory that the tile reaches, unless it is the tile's own
 * memory. */
static void put_blocks(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks)
{
    if (ishmemi_segment_is_view(destination)) {
        ishmemi_static_copy_blocks(destination, source, dst, sst, block, nblocks, copy);
        return;
    }
    if (!ishmemi_host_reaches(source)) {
        copy_blocks_of_tile(destination, source, dst, sst, block, nblocks);
        return;
    }
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    char *const stage = (char *)(uintptr_t)entry->result;
    const size_t most = ISHMEMI_TILE_STAGE_BYTES / block;
    if (most == 0) {
        copy_long_blocks(entry, destination, source, dst, sst, block, nblocks);
    }
    for (size_t i = 0; most > 0 && i < nblocks; i += most) {
        const size_t count = nblocks - i < most ? nblocks - i : most;
        ishmemi_strided_copy(stage, (const char *)source + i * sst, block, sst, block, count);
        run_copy_blocks(entry, (char *)destination + i * dst, stage, dst, block, block, count);
    }
    ishmemi_tile_pool_return(entry);
}

static void get_blocks(void *destination, const void *source, size_t dst, size_t sst, size_t block,
                       size_t nblocks)
{
    if (ishmemi_segment_is_view(source)) {
        ishmemi_static_copy_blocks(destination, source, dst, sst, block, nblocks, copy);
        return;
    }
    if (!ishmemi_host_reaches(destination)) {
        copy_blocks_of_tile(destination, source, dst, sst, block, nblocks);
        return;
    }
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    char *const stage = (char *)(uintptr_t)entry->result;
    const size_t most = ISHMEMI_TILE_STAGE_BYTES / block;
    if (most == 0) {
        copy_long_blocks(entry, destination, source, dst, sst, block, nblocks);
    }
    for (size_t i = 0; most > 0 && i < nblocks; i += most) {
        const size_t count = nblocks - i < most ? nblocks - i : most;
        run_copy_blocks(entry, stage, (const char *)source + i * sst, block, sst, block, count);
        ishmemi_strided_copy((char *)destination + i * dst, stage, dst, block, block, count);
    }
    ishmemi_tile_pool_return(entry);
}

static void load(uint64_t *words, const void *objects, size_t bytes, size_t count)
{
    if (ishmemi_segment_is_view(objects)) {
        ishmemi_static_load(words, objects, bytes, count);
        return;
    }
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    memset((void *)(uintptr_t)entry->result, 0, count * sizeof *words);
    const uint64_t arguments[] = {ishmemi_tile_address(objects), bytes, count,
                                  ishmemi_tile_address(entry->result)};
    ishmemi_tile_pool_run(entry, ISHMEMI_TILE_LOAD, arguments,
                          sizeof arguments / sizeof arguments[0]);
    memcpy(words, (const void *)(uintptr_t)entry->result, count * sizeof *words);
    ishmemi_tile_pool_return(entry);
}

static uint64_t run_amo(const ishmemi_tile_entry_t *entry, ishmemi_amo_t op, size_t bytes,
                        void *object, uint64_t value, uint64_t cond)
{
    *entry->result = 0;
    const uint64_t arguments[] = {op,    bytes, ishmemi_tile_address(object),
                                  value, cond,  ishmemi_tile_address(entry->result)};
    ishmemi_tile_pool_run(entry, ISHMEMI_TILE_AMO, arguments,
                          sizeof arguments / sizeof arguments[0]);
    return *entry->result;
}

static uint64_t add_bits(size_t bytes, uint64_t left, uint64_t right)
{
    return bytes == 4 ? float_bits(float_value(left) + float_value(right))
                      : double_bits(double_value(left) + double_value(right));
}

/* The sum is computed here, because not every tile has double precision.  A simulated device, which
 * executes nothing, returns 0 each time, which also ends the loop. */
static uint64_t add_float(const ishmemi_tile_entry_t *entry, size_t bytes, void *object,
                          uint64_t value)
{
    uint64_t before = run_amo(entry, ISHMEMI_AMO_FETCH, bytes, object, 0, 0);
    for (;;) {
        const uint64_t seen = run_amo(entry, ISHMEMI_AMO_COMPARE_SWAP, bytes, object,
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
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    uint64_t before = 0;
    if (op == ISHMEMI_AMO_SET && ishmemi_tile_stores_words()) {
        ishmemi_tile_pool_store(entry, object, value, bytes);
    } else if (op == ISHMEMI_AMO_ADD_FLOAT) {
        before = add_float(entry, bytes, object, value);
    } else {
        before = run_amo(entry, op, bytes, object, value, cond);
    }
    ishmemi_tile_pool_return(entry);
    return before;
}

static uint64_t wait(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value)
{
    if (ishmemi_segment_is_view(object)) {
        return ishmemi_static_wait(routine, object, bytes, is_signed, cmp, value);
    }
    const ishmemi_compare_t compare =
        ishmemi_compare_make(is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    *entry->result = value;
    const uint64_t arguments[] = {ishmemi_tile_address(ishmemi_job.default_ctx),
                                  ishmemi_tile_address(object),
                                  bytes,
                                  is_signed,
                                  (uint64_t)cmp,
                                  value,
                                  ishmemi_tile_address(entry->result)};
    const ishmemi_wait_t waited =
        ishmemi_wait_word(routine, object, bytes, is_signed, cmp, value, -1);
    ishmemi_waiting_t *const waiting = ishmemi_waiting_begin(&waited);
    ishmemi_tile_pool_run_waiting(entry, ISHMEMI_TILE_WAIT, arguments,
                                  sizeof arguments / sizeof arguments[0]);
    ishmemi_waiting_end(waiting);
    const uint64_t seen = *entry->result;
    if (!ishmemi_compare_holds(&compare, ishmemi_compare_extend(seen, bytes, is_signed))) {
        ishmemi_tile_pool_check_job(entry, routine);
    }
    ishmemi_tile_pool_return(entry);
    return seen;
}

/* Every call above returns after its effect, so there is nothing to wait for.  Only the host's own
 * loads and stores must not move across this point. */
static void quiet(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

const ishmemi_access_t ishmemi_access_tile = {
    .open = ishmemi_tile_pool_open,
    .close = ishmemi_tile_pool_close,
    .copy = copy,
    .put_blocks = put_blocks,
    .get_blocks = get_blocks,
    .amo = amo,
    .load = load,
    .wait = wait,
    .check_job = check_job,
    .quiet = quiet,
};
