/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The symmetric heap's allocator against a model: an array that says for each grain which block has
 * it.  From the model follows what the allocator must answer: whether anything fits, how much is
 * free, how large the largest gap is.
 */
#include "allocator.h"

#include "require.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GRAIN ISHMEMI_ALLOCATOR_GRAIN
#define FIRST ((size_t)4096)
#define GRAINS ((size_t)2048)
#define END (FIRST + GRAINS * GRAIN)
#define BLOCKS 256
/* Alignments from 1 to twice the heap. */
#define ALIGNMENTS 19
#define STEPS 250000
/* The room is counted each so many steps, as that walks through all grains. */
#define ROOM_STEPS 61

static uint64_t seed = 1;

static size_t random_below(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % limit;
}

typedef struct live {
    size_t offset;
    size_t bytes; /* 0: none */
} live_t;

typedef struct model {
    size_t base;
    unsigned char taken[GRAINS];
    size_t taken_grains;
    live_t blocks[BLOCKS];
} model_t;

/* What a driver has seen. */
typedef struct counts {
    size_t allocated;
    size_t asked_bytes, taken_bytes; /* of what was allocated */
    size_t exhausted;
    size_t exhausted_with_room; /* although as many bytes were free in all */
    size_t rooms;
    double largest_share; /* sum over the rooms: largest free block by free bytes */
} counts_t;

static size_t grains_of(size_t bytes)
{
    return (bytes + GRAIN - 1) / GRAIN;
}

static void mark(model_t *model, size_t offset, size_t bytes, unsigned char from, unsigned char to)
{
    const size_t start = (offset - FIRST) / GRAIN;
    for (size_t i = start; i < start + grains_of(bytes); i++) {
        REQUIRE(i < GRAINS && model->taken[i] == from);
        model->taken[i] = to;
    }
    model->taken_grains += to ? grains_of(bytes) : 0;
    model->taken_grains -= to ? 0 : grains_of(bytes);
}

static bool model_fits(const model_t *model, size_t bytes, size_t alignment)
{
    size_t gap = 0;
    for (size_t end = GRAINS; end-- > 0;) {
        gap = model->taken[end] ? 0 : gap + 1;
        const size_t address = model->base + FIRST + end * GRAIN;
        if (gap >= grains_of(bytes) && address % alignment == 0) {
            return true;
        }
    }
    return false;
}

static size_t free_bytes_of(const ishmemi_allocator_t *allocator)
{
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    return free_bytes;
}

/* Free neighbours are joined: the largest free block is the largest gap. */
static void check_room(const ishmemi_allocator_t *allocator, const model_t *model, counts_t *counts)
{
    size_t gap = 0, largest_gap = 0;
    for (size_t i = 0; i < GRAINS; i++) {
        gap = model->taken[i] ? 0 : gap + 1;
        largest_gap = gap > largest_gap ? gap : largest_gap;
    }
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    REQUIRE(largest == largest_gap * GRAIN);
    counts->rooms++;
    counts->largest_share += free_bytes > 0 ? (double)largest / (double)free_bytes : 1;
}

/* Half of the sizes are a few bytes or grains off a power of two, where size classes meet. */
static size_t random_size(size_t most)
{
    if (random_below(2) == 0) {
        return 1 + random_below(most);
    }
    size_t power = 1;
    while (power * 2 <= most && random_below(8) != 0) {
        power *= 2;
    }
    const size_t off = random_below(4) * GRAIN + random_below(GRAIN);
    if (random_below(4) == 0) {
        return power + off <= most ? power + off : most;
    }
    return power > off ? power - off : power;
}

static void check_exhausted(const model_t *model, size_t bytes, size_t alignment, counts_t *counts)
{
    REQUIRE(!model_fits(model, bytes, alignment));
    counts->exhausted++;
    counts->exhausted_with_room += grains_of(bytes) <= GRAINS - model->taken_grains;
}

static void step_alloc(ishmemi_allocator_t *allocator, ishmemi_allocator_t *twin, model_t *model,
                       live_t *block, size_t most, counts_t *counts)
{
    const size_t bytes = random_size(most);
    const size_t alignment = (size_t)1 << random_below(ALIGNMENTS);
    const size_t effective = alignment < GRAIN ? GRAIN : alignment;
    size_t offset = 0, twin_offset = 0;
    const ishmemi_alloc_result_t result =
        ishmemi_allocator_alloc(allocator, bytes, alignment, &offset);
    REQUIRE(ishmemi_allocator_alloc(twin, bytes, alignment, &twin_offset) == result);
    REQUIRE(offset == twin_offset);
    if (result != ISHMEMI_ALLOC_OK) {
        REQUIRE(result == ISHMEMI_ALLOC_EXHAUSTED);
        check_exhausted(model, bytes, effective, counts);
        return;
    }
    REQUIRE((model->base + offset) % effective == 0);
    mark(model, offset, bytes, 0, 1);
    *block = (live_t){offset, bytes};
    size_t found;
    REQUIRE(ishmemi_allocator_find(allocator, offset, &found) && found == bytes);
    counts->allocated++;
    counts->asked_bytes += bytes;
    counts->taken_bytes += grains_of(bytes) * GRAIN;
}

static void step_free(ishmemi_allocator_t *allocator, ishmemi_allocator_t *twin, model_t *model,
                      live_t *block)
{
    REQUIRE(!ishmemi_allocator_free(allocator, block->offset + 1));
    REQUIRE(ishmemi_allocator_free(allocator, block->offset));
    REQUIRE(ishmemi_allocator_free(twin, block->offset));
    REQUIRE(!ishmemi_allocator_free(allocator, block->offset));
    mark(model, block->offset, block->bytes, 1, 0);
    block->bytes = 0;
}

static void step_resize(ishmemi_allocator_t *allocator, ishmemi_allocator_t *twin, model_t *model,
                        live_t *block, size_t most)
{
    const size_t bytes = random_size(most);
    const ishmemi_alloc_result_t result = ishmemi_allocator_resize(allocator, block->offset, bytes);
    REQUIRE(ishmemi_allocator_resize(twin, block->offset, bytes) == result);
    mark(model, block->offset, block->bytes, 1, 0);
    size_t room = 0;
    for (size_t i = (block->offset - FIRST) / GRAIN; i < GRAINS && !model->taken[i]; i++) {
        room++;
    }
    REQUIRE((result == ISHMEMI_ALLOC_OK) == (grains_of(bytes) <= room));
    if (result == ISHMEMI_ALLOC_OK) {
        block->bytes = bytes;
    }
    mark(model, block->offset, block->bytes, 0, 1);
}

static void step(ishmemi_allocator_t *allocator, ishmemi_allocator_t *twin, model_t *model,
                 size_t most, counts_t *counts)
{
    live_t *const block = &model->blocks[random_below(BLOCKS)];
    if (block->bytes == 0) {
        step_alloc(allocator, twin, model, block, most, counts);
    } else if (random_below(3) == 0) {
        step_resize(allocator, twin, model, block, most);
    } else {
        step_free(allocator, twin, model, block);
    }
    REQUIRE(free_bytes_of(allocator) == (GRAINS - model->taken_grains) * GRAIN);
}

static void print_counts(size_t base, size_t most, const counts_t *counts)
{
    printf("base 0x%zx, at most %zu bytes: %zu blocks, %.1f %% of them unused; exhausted %zu "
           "times, %zu of these with as many bytes free; the largest free block has %.0f %% of "
           "what is free\n",
           base, most, counts->allocated,
           100 - 100 * (double)counts->asked_bytes / (double)counts->taken_bytes, counts->exhausted,
           counts->exhausted_with_room, 100 * counts->largest_share / (double)counts->rooms);
}

static void test_against_model(size_t base, size_t most)
{
    model_t *const model = calloc(1, sizeof *model);
    ishmemi_allocator_t *const allocator = ishmemi_allocator_create(base, FIRST, END);
    ishmemi_allocator_t *const twin = ishmemi_allocator_create(base, FIRST, END);
    REQUIRE(model && allocator && twin);
    model->base = base;
    counts_t counts = {0};
    for (int i = 0; i < STEPS; i++) {
        step(allocator, twin, model, most, &counts);
        if (i % ROOM_STEPS == 0) {
            check_room(allocator, model, &counts);
        }
    }
    print_counts(base, most, &counts);
    for (size_t i = 0; i < BLOCKS; i++) {
        if (model->blocks[i].bytes > 0) {
            step_free(allocator, twin, model, &model->blocks[i]);
        }
    }
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    REQUIRE(free_bytes == GRAINS * GRAIN && largest == free_bytes);
    ishmemi_allocator_destroy(allocator);
    ishmemi_allocator_destroy(twin);
    free(model);
}

/* A gap of 16 KiB whose start is not aligned lacks a grain for this block. */
static void test_aligned_gap(void)
{
    ishmemi_allocator_t *const allocator = ishmemi_allocator_create(0, FIRST, END);
    size_t before, gap, behind, aligned;
    REQUIRE(ishmemi_allocator_alloc(allocator, 64, 1, &before) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_alloc(allocator, 16384, 1, &gap) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_alloc(allocator, 64, 1, &behind) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_free(allocator, gap));
    REQUIRE(ishmemi_allocator_alloc(allocator, 16231, 256, &aligned) == ISHMEMI_ALLOC_OK);
    REQUIRE(aligned + 16231 <= behind || aligned >= behind + 64);
    ishmemi_allocator_destroy(allocator);
}

static void test_limits(void)
{
    ishmemi_allocator_t *const allocator = ishmemi_allocator_create(0, FIRST, END);
    size_t offset = 0, found;
    REQUIRE(ishmemi_allocator_alloc(allocator, SIZE_MAX, 1, &offset) == ISHMEMI_ALLOC_EXHAUSTED);
    REQUIRE(ishmemi_allocator_alloc(allocator, END - FIRST + 1, 1, &offset) ==
            ISHMEMI_ALLOC_EXHAUSTED);
    REQUIRE(ishmemi_allocator_alloc(allocator, 64, SIZE_MAX / 2 + 1, &offset) ==
            ISHMEMI_ALLOC_EXHAUSTED);
    REQUIRE(offset == 0);
    REQUIRE(ishmemi_allocator_alloc(allocator, END - FIRST, 1, &offset) == ISHMEMI_ALLOC_OK);
    REQUIRE(offset == FIRST);
    REQUIRE(ishmemi_allocator_alloc(allocator, 1, 1, &found) == ISHMEMI_ALLOC_EXHAUSTED);
    REQUIRE(ishmemi_allocator_resize(allocator, offset, SIZE_MAX) == ISHMEMI_ALLOC_EXHAUSTED);
    REQUIRE(!ishmemi_allocator_find(allocator, offset + GRAIN, &found));
    REQUIRE(ishmemi_allocator_free(allocator, offset));
    ishmemi_allocator_destroy(allocator);
}

/* A block that is freed is used again before a larger one is cut. */
static void test_reuse(void)
{
    ishmemi_allocator_t *const allocator = ishmemi_allocator_create(0, FIRST, END);
    size_t first, second, third, again;
    REQUIRE(ishmemi_allocator_alloc(allocator, 100, 1, &first) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_alloc(allocator, 100, 1, &second) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_alloc(allocator, 100, 1, &third) == ISHMEMI_ALLOC_OK);
    REQUIRE(ishmemi_allocator_free(allocator, second));
    REQUIRE(ishmemi_allocator_alloc(allocator, 100, 1, &again) == ISHMEMI_ALLOC_OK);
    REQUIRE(again == second && first < second && second < third);
    ishmemi_allocator_destroy(allocator);
}

/* 200,000 live blocks, freed in another order: quadratic books would take minutes. */
static void test_many(void)
{
    enum { COUNT = 200000 };
    size_t *const offsets = malloc(COUNT * sizeof *offsets);
    ishmemi_allocator_t *const allocator =
        ishmemi_allocator_create(0, FIRST, FIRST + (size_t)COUNT * 4 * GRAIN);
    REQUIRE(offsets && allocator);
    const clock_t start = clock();
    for (size_t i = 0; i < COUNT; i++) {
        REQUIRE(ishmemi_allocator_alloc(allocator, 1 + random_below(3 * GRAIN), 1, &offsets[i]) ==
                ISHMEMI_ALLOC_OK);
    }
    for (size_t i = COUNT - 1; i > 0; i--) {
        const size_t other = random_below(i + 1);
        const size_t offset = offsets[i];
        offsets[i] = offsets[other];
        offsets[other] = offset;
    }
    for (size_t i = 0; i < COUNT; i++) {
        REQUIRE(ishmemi_allocator_free(allocator, offsets[i]));
    }
    printf("%d blocks: %.2f s\n", COUNT, (double)(clock() - start) / CLOCKS_PER_SEC);
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    REQUIRE(free_bytes == largest);
    ishmemi_allocator_destroy(allocator);
    free(offsets);
}

int main(void)
{
    test_limits();
    test_reuse();
    test_aligned_gap();
    test_against_model(0, 4 * GRAIN);
    test_against_model(0x10000, 40 * GRAIN);
    test_against_model(3 * GRAIN, 300 * GRAIN);
    test_against_model(GRAIN, GRAINS * GRAIN);
    test_many();
    return 0;
}
