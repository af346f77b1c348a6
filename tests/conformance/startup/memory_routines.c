/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory management: blocks are symmetric, apart from each other, aligned, zeroed by calloc, kept
 * by realloc, and NULL on every PE when the heap is exhausted.
 */
#include "require.h"

#include <ishmemx.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 400
#define BLOCKS 40

static int me, n;
static int64_t *table; /* [n], symmetric */

/* Whether `value` is the same on all PEs. */
static int is_same(int64_t value)
{
    for (int pe = 0; pe < n; pe++) {
        ishmem_int64_p(&table[me], value, pe);
    }
    ishmem_barrier_all();
    int same = 1;
    for (int pe = 0; pe < n; pe++) {
        same &= ishmem_int64_g(&table[pe], me) == value;
    }
    ishmem_barrier_all();
    return same;
}

static int is_symmetric(const void *block)
{
    return is_same(block ? (int64_t)((const char *)block - (const char *)table) : -1);
}

static void fill(char *block, size_t bytes, unsigned seed)
{
    char *const data = malloc(bytes);
    REQUIRE(data);
    for (size_t i = 0; i < bytes; i++) {
        data[i] = (char)(seed + i * 7);
    }
    ishmem_putmem(block, data, bytes, me);
    ishmem_quiet();
    free(data);
}

static int holds(const char *block, size_t bytes, unsigned seed)
{
    char *const data = malloc(bytes);
    REQUIRE(data);
    ishmem_getmem(data, block, bytes, me);
    int same = 1;
    for (size_t i = 0; i < bytes; i++) {
        same &= data[i] == (char)(seed + i * 7);
    }
    free(data);
    return same;
}

static int is_zero(const char *block, size_t bytes)
{
    char *const data = malloc(bytes);
    REQUIRE(data);
    ishmem_getmem(data, block, bytes, me);
    size_t i = 0;
    while (i < bytes && data[i] == 0) {
        i++;
    }
    free(data);
    return i == bytes;
}

static void check_simple(void)
{
    REQUIRE(!ishmem_malloc(0) && !ishmem_calloc(0, 8) && !ishmem_calloc(8, 0));
    REQUIRE(!ishmem_align(64, 0) && !ishmem_malloc_with_hints(0, 0));
    ishmem_free(NULL);
    char *const block = ishmem_malloc(100);
    REQUIRE(block && is_symmetric(block));
    fill(block, 100, 3);
    ishmem_free(block);
    char *const zeroed = ishmem_calloc(100, 3);
    REQUIRE(zeroed && is_symmetric(zeroed) && is_zero(zeroed, 300));
    ishmem_free(zeroed);
    char *const hinted =
        ishmem_malloc_with_hints(64, ISHMEM_MALLOC_ATOMICS_REMOTE | ISHMEM_MALLOC_SIGNAL_REMOTE);
    REQUIRE(hinted && is_symmetric(hinted));
    ishmem_free(hinted);
}

static void check_alignment(void)
{
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        char *const small = ishmem_malloc(8);
        char *const block = ishmem_align(alignment, 24);
        const size_t given = alignment < sizeof(void *) ? sizeof(void *) : alignment;
        REQUIRE(block && (uintptr_t)block % given == 0 && is_symmetric(block));
        ishmem_free(small);
        ishmem_free(block);
    }
}

static void check_realloc(void)
{
    char *block = ishmem_realloc(NULL, 1000);
    REQUIRE(block);
    fill(block, 1000, 5);
    block = ishmem_realloc(block, 300);
    REQUIRE(block && is_symmetric(block) && holds(block, 300, 5));
    block = ishmem_realloc(block, 5000);
    REQUIRE(block && holds(block, 300, 5));
    fill(block, 5000, 6);
    char *const wall = ishmem_malloc(64); /* the block cannot grow where it is */
    char *const moved = ishmem_realloc(block, 100000);
    REQUIRE(moved && is_symmetric(moved) && holds(moved, 5000, 6));
    REQUIRE(!ishmem_realloc(moved, SIZE_MAX / 2));
    REQUIRE(holds(moved, 5000, 6));
    REQUIRE(!ishmem_realloc(moved, 0));
    ishmem_free(wall);
}

static void check_exhausted(void)
{
    REQUIRE(!ishmem_malloc(SIZE_MAX));
    REQUIRE(!ishmem_malloc((size_t)1 << 50));
    size_t step = (size_t)1 << 29;
    char *blocks[64];
    int count = 0;
    while (step >= 4096 && count < 64) {
        blocks[count] = ishmem_malloc(step);
        REQUIRE(is_symmetric(blocks[count]));
        if (blocks[count]) {
            count++;
        } else {
            step /= 2;
        }
    }
    REQUIRE(count > 0);
    while (count > 0) {
        ishmem_free(blocks[--count]);
    }
    char *const again = ishmem_malloc((size_t)2 << 20);
    REQUIRE(again);
    ishmem_free(again);
}

typedef struct live {
    char *block;
    size_t bytes;
    unsigned seed;
} live_t;

/* The same sequence on every PE: blocks keep what was written, so they do not overlap. */
static void check_random(void)
{
    uint64_t state = 42;
    live_t live[BLOCKS] = {{0}};
    for (int step = 0; step < STEPS; step++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        live_t *const one = &live[(state >> 33) % BLOCKS];
        const size_t bytes = 1 + (size_t)(state >> 40) % 20000;
        if (one->block && step % 3 == 0) {
            const size_t kept = bytes < one->bytes ? bytes : one->bytes;
            one->block = ishmem_realloc(one->block, bytes);
            REQUIRE(one->block && holds(one->block, kept, one->seed));
        } else if (one->block) {
            REQUIRE(holds(one->block, one->bytes, one->seed));
            ishmem_free(one->block);
            one->block = NULL;
            continue;
        } else if (step % 2 == 0) {
            one->block = ishmem_align(256, bytes);
            REQUIRE((uintptr_t)one->block % 256 == 0);
        } else {
            one->block = ishmem_malloc(bytes);
        }
        REQUIRE(one->block);
        one->bytes = bytes;
        one->seed = (unsigned)(state >> 20) + (unsigned)me;
        fill(one->block, one->bytes, one->seed);
    }
    for (int i = 0; i < BLOCKS; i++) {
        REQUIRE(is_symmetric(live[i].block));
        if (live[i].block) {
            REQUIRE(holds(live[i].block, live[i].bytes, live[i].seed));
            ishmem_free(live[i].block);
        }
    }
}

/* Whoever asks for nothing, or frees nothing, waits for nobody: each PE in its turn does all of it while the
 * others wait for its word. */
static void check_nothing(void)
{
    for (int pe = 0; pe < n; pe++) {
        if (pe == me) {
            REQUIRE(!ishmem_malloc(0));
            REQUIRE(!ishmem_calloc(0, 8) && !ishmem_calloc(8, 0) && !ishmem_calloc(0, 0));
            REQUIRE(!ishmem_align(64, 0));
            REQUIRE(!ishmem_malloc_with_hints(0, ISHMEM_MALLOC_ATOMICS_REMOTE));
            REQUIRE(!ishmem_realloc(NULL, 0));
            ishmem_free(NULL);
            for (int other = 0; other < n; other++) {
                ishmem_int64_p(&table[pe], 1, other);
            }
            ishmem_quiet();
        }
        ishmem_int64_wait_until(&table[pe], ISHMEM_CMP_EQ, 1);
    }
    ishmem_barrier_all();
    for (int pe = 0; pe < n; pe++) {
        ishmem_int64_p(&table[pe], 0, me);
    }
    ishmem_barrier_all();
}

int main(void)
{
    ishmem_init();
    me = ishmem_my_pe();
    n = ishmem_n_pes();
    table = ishmem_calloc((size_t)n, sizeof *table);
    REQUIRE(table);
    check_nothing();
    check_simple();
    check_alignment();
    check_realloc();
    check_exhausted();
    check_random();
    ishmem_finalize();
    return 0;
}
