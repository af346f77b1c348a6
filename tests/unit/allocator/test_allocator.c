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

static uint64_t seed = 1;

static size_t random_below(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % limit;
}

typedef struct live {
    size_t offset;
    size_t bytes;                /* 0: none */
} live_t;

typedef struct model {
    size_t base;
    unsigned char taken[GRAINS];
    live_t blocks[BLOCKS];
} model_t;

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

static void check_room(const ishmemi_allocator_t *allocator, const model_t *model)
{
    size_t free_grains = 0, gap = 0, largest_gap = 0;
    for (size_t i = 0; i < GRAINS; i++) {
        gap = model->taken[i] ? 0 : gap + 1;
        free_grains += !model->taken[i];
        largest_gap = gap > largest_gap ? gap : largest_gap;
    }
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    REQUIRE(free_bytes == free_grains * GRAIN);
    REQUIRE(largest == largest_gap * GRAIN);
}

static void step_alloc(ishmemi_allocator_t *allocator, ishmemi_allocator_t *twin, model_t *model,
                       live_t *block, size_t most)
{
    const size_t bytes = 1 + random_below(most);
    const size_t alignment = (size_t)1 << random_below(14);
    const size_t effective = alignment < GRAIN ? GRAIN : alignment;
    size_t offset = 0, twin_offset = 0;
    const ishmemi_alloc_result_t result =
        ishmemi_allocator_alloc(allocator, bytes, alignment, &offset);
    REQUIRE(ishmemi_allocator_alloc(twin, bytes, alignment, &twin_offset) == result);
    REQUIRE(offset == twin_offset);
    if (result != ISHMEMI_ALLOC_OK) {
        REQUIRE(result == ISHMEMI_ALLOC_EXHAUSTED);
        REQUIRE(!model_fits(model, bytes, effective));
        return;
    }
    REQUIRE((model->base + offset) % effective == 0);
    mark(model, offset, bytes, 0, 1);
    *block = (live_t){offset, bytes};
    size_t found;
    REQUIRE(ishmemi_allocator_find(allocator, offset, &found) && found == bytes);
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
    const size_t bytes = 1 + random_below(most);
    const ishmemi_alloc_result_t result =
        ishmemi_allocator_resize(allocator, block->offset, bytes);
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

static void test_against_model(size_t base, size_t most, int steps)
{
    model_t *const model = calloc(1, sizeof *model);
    ishmemi_allocator_t *const allocator = ishmemi_allocator_create(base, FIRST, END);
    ishmemi_allocator_t *const twin = ishmemi_allocator_create(base, FIRST, END);
    REQUIRE(model && allocator && twin);
    model->base = base;
    for (int i = 0; i < steps; i++) {
        live_t *const block = &model->blocks[random_below(BLOCKS)];
        if (block->bytes == 0) {
            step_alloc(allocator, twin, model, block, most);
        } else if (random_below(3) == 0) {
            step_resize(allocator, twin, model, block, most);
        } else {
            step_free(allocator, twin, model, block);
        }
        check_room(allocator, model);
    }
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
    test_against_model(0, 4 * GRAIN, 20000);
    test_against_model(0x10000, 40 * GRAIN, 20000);
    test_against_model(3 * GRAIN, 200 * GRAIN, 20000);
    test_against_model(GRAIN, GRAINS * GRAIN, 5000);
    test_many();
    return 0;
}
