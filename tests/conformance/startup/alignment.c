/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_align: blocks at multiples of every power of two that the heap can hold, in each PE's own addresses, at the same
 * offset on all PEs, apart from what lies around them; NULL on all PEs where no offset serves.
 *
 *     alignment [MOST]    MOST: the largest alignment that PEs' heaps share; without it as large as the heap allows
 */
#include "require.h"

#include <ishmemx.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GUARD 64
#define BLOCKS 48
#define STEPS 500

static int me, n;
static int64_t *table; /* [n], symmetric */
static uint64_t state = 11;

static size_t below(size_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state >> 33) % limit;
}

/* Whether the block lies at the same offset on all PEs, or is NULL on all. */
static int is_symmetric(const char *block)
{
    const int64_t value = block ? (int64_t)(block - (const char *)table) : -1;
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

static char byte_of(unsigned seed, int pe, size_t i)
{
    return (char)(seed * 31 + (unsigned)pe * 101 + (unsigned)i * 7);
}

/* The next PE's copy. */
static void fill(char *block, size_t bytes, unsigned seed)
{
    char *const data = malloc(bytes);
    REQUIRE(data);
    for (size_t i = 0; i < bytes; i++) {
        data[i] = byte_of(seed, me, i);
    }
    ishmem_putmem(block, data, bytes, (me + 1) % n);
    free(data);
    ishmem_barrier_all();
}

/* This PE's, as the one before has filled it. */
static int holds(const char *block, size_t bytes, unsigned seed)
{
    char *const data = malloc(bytes);
    REQUIRE(data);
    ishmem_getmem(data, block, bytes, me);
    int same = 1;
    for (size_t i = 0; i < bytes; i++) {
        same &= data[i] == byte_of(seed, (me + n - 1) % n, i);
    }
    free(data);
    return same;
}

/* The largest block that there is, to a page. */
static size_t find_room(void)
{
    size_t room = 0;
    for (size_t step = (size_t)1 << 40; step >= 4096; step /= 2) {
        char *const block = ishmem_malloc(room + step);
        room += block ? step : 0;
        ishmem_free(block);
    }
    return room;
}

static size_t power_below(size_t bytes)
{
    size_t power = 1;
    while (power * 2 <= bytes) {
        power *= 2;
    }
    return power;
}

/* Between neighbours, which keep what they hold. */
static void check_one(size_t alignment, size_t bytes)
{
    char *const before = ishmem_malloc(GUARD);
    char *const block = ishmem_align(alignment, bytes);
    char *const after = ishmem_malloc(GUARD);
    const size_t given = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    REQUIRE(before && block && after && (uintptr_t)block % given == 0);
    REQUIRE(is_symmetric(block));
    fill(before, GUARD, 1);
    fill(after, GUARD, 2);
    fill(block, bytes, 3);
    REQUIRE(holds(before, GUARD, 1) && holds(after, GUARD, 2) && holds(block, bytes, 3));
    ishmem_barrier_all();
    ishmem_free(before);
    ishmem_free(block);
    ishmem_free(after);
}

static void check_each(size_t most)
{
    for (size_t alignment = 1; alignment <= most; alignment *= 2) {
        check_one(alignment, 1);
        check_one(alignment, 2056);
    }
}

static char told[256];

static void handle(const ishmemx_error_t *error, void *data)
{
    (void)data;
    REQUIRE(error->code == ISHMEMX_ERROR_MEMORY);
    snprintf(told, sizeof told, "%s", error->sentence);
}

/* What there is not: that alignment in the room that is left, or on all PEs. */
static int is_told(size_t alignment)
{
    char here[64], anywhere[64];
    snprintf(here, sizeof here, "requested 1 bytes aligned to %zu,", alignment);
    snprintf(anywhere, sizeof anywhere, "all of them; requested %zu", alignment);
    return strstr(told, here) || strstr(told, anywhere);
}

/* All PEs get the same, and what they get is aligned; or a message says why not, or else a handler is told. */
static void check_beyond(size_t most, int is_refused)
{
    for (size_t alignment = most * 2; alignment != 0; alignment *= 2) {
        char *const block = ishmem_align(alignment, 1);
        REQUIRE(is_symmetric(block) && (uintptr_t)block % alignment == 0);
        REQUIRE(!is_refused || !block);
        ishmem_free(block);
        ishmemx_set_error_handler(handle, NULL);
        told[0] = '\0';
        ishmem_free(ishmem_align(alignment, 1));
        REQUIRE(block ? !told[0] : is_told(alignment));
        ishmemx_set_error_handler(NULL, NULL);
    }
}

typedef struct live {
    char *block;
    size_t bytes;
    unsigned seed;
} live_t;

static void allocate(live_t *one, size_t most)
{
    size_t alignment = (size_t)1 << below(64);
    alignment = alignment > most ? most >> below(4) : alignment;
    one->bytes = 1 + below(9000);
    one->block = below(3) == 0 ? ishmem_malloc(one->bytes) : ishmem_align(alignment, one->bytes);
    REQUIRE(is_symmetric(one->block));
    if (one->block) {
        fill(one->block, one->bytes, one->seed);
    }
}

static void change(live_t *one)
{
    const size_t bytes = 1 + below(9000);
    char *const block = ishmem_realloc(one->block, bytes);
    REQUIRE(block && holds(block, bytes < one->bytes ? bytes : one->bytes, one->seed));
    ishmem_barrier_all();
    one->block = block;
    one->bytes = bytes;
    fill(one->block, one->bytes, one->seed);
}

/* Mixed with others that come and go; most: to be had while others are there, as often as not. */
static void check_random(size_t most)
{
    live_t live[BLOCKS] = {{0}};
    for (unsigned step = 0; step < STEPS; step++) {
        live_t *const one = &live[below(BLOCKS)];
        if (!one->block) {
            one->seed = step;
            allocate(one, most);
            continue;
        }
        REQUIRE(holds(one->block, one->bytes, one->seed));
        if (below(3) == 0) {
            change(one);
        } else {
            ishmem_free(one->block);
            one->block = NULL;
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        REQUIRE(!live[i].block || holds(live[i].block, live[i].bytes, live[i].seed));
        ishmem_free(live[i].block);
    }
}

int main(int argc, char **argv)
{
    ishmem_init();
    me = ishmem_my_pe();
    n = ishmem_n_pes();
    table = ishmem_calloc((size_t)n, sizeof *table);
    REQUIRE(table);
    const size_t room = find_room();
    const size_t most = argc > 1 ? strtoul(argv[1], NULL, 0) : power_below(room);
    check_each(most);
    check_beyond(most, argc > 1 && n > 1);
    check_random(most);
    /* Nothing is lost. */
    REQUIRE(find_room() == room);
    ishmem_finalize();
    return 0;
}
