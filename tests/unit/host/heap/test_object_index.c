/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The index of live objects against a model: for each grain the object that has it, and whether any
 * ever had.
 */
#include "object_index.h"

#include "allocator.h"
#include "require.h"
#include <stdlib.h>

#define GRAIN ISHMEMI_ALLOCATOR_GRAIN
#define BASE ((uint64_t)0x700000000000)
#define GRAINS ((size_t)600)
#define STEPS 100000

typedef struct model {
    size_t owner[GRAINS]; /* 0: nobody, else 1 + the object's first grain */
    bool used[GRAINS];
    uint64_t bytes[GRAINS]; /* by the object's first grain; 0: none starts here */
} model_t;

static uint64_t seed = 1;

static size_t random_below(size_t limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % limit;
}

static uint64_t address_of(size_t grain)
{
    return BASE + grain * GRAIN;
}

static size_t free_grains_from(const model_t *model, size_t grain)
{
    size_t end = grain;
    while (end < GRAINS && model->owner[end] == 0) {
        end++;
    }
    return end - grain;
}

static void take(model_t *model, size_t first, uint64_t bytes)
{
    for (size_t i = first; i < first + (bytes + GRAIN - 1) / GRAIN; i++) {
        REQUIRE(i < GRAINS && model->owner[i] == 0);
        model->owner[i] = first + 1;
        model->used[i] = true;
    }
    model->bytes[first] = bytes;
}

static void give(model_t *model, size_t first)
{
    for (size_t i = first; i < GRAINS && model->owner[i] == first + 1; i++) {
        model->owner[i] = 0;
    }
    model->bytes[first] = 0;
}

static size_t random_bytes(size_t room)
{
    return 1 + random_below((room < 8 ? room : 8) * GRAIN);
}

static void step(ishmemi_object_index_t *index, model_t *model)
{
    const size_t grain = random_below(GRAINS);
    size_t position;
    if (model->bytes[grain] > 0 && random_below(3) == 0) {
        give(model, grain);
        const uint64_t bytes = random_bytes(free_grains_from(model, grain));
        REQUIRE(ishmemi_object_index_resize(index, address_of(grain), bytes, &position));
        take(model, grain, bytes);
    } else if (model->bytes[grain] > 0) {
        ishmemi_object_index_remove(index, address_of(grain), &position);
        give(model, grain);
    } else if (model->owner[grain] == 0) {
        const uint64_t bytes = random_bytes(free_grains_from(model, grain));
        REQUIRE(ishmemi_object_index_add(index, address_of(grain), bytes, &position));
        take(model, grain, bytes);
        REQUIRE(index->live.items[position].start == address_of(grain));
    }
}

static void check_address(const ishmemi_object_index_t *index, const model_t *model)
{
    const size_t grain = random_below(GRAINS);
    const uint64_t address = address_of(grain) + random_below(GRAIN);
    const ishmemi_object_t *const found = ishmemi_object_index_find(index, address);
    size_t before = grain + 1;
    while (before > 0 && model->bytes[before - 1] == 0) {
        before--;
    }
    REQUIRE((found != NULL) == (before > 0));
    if (found) {
        REQUIRE(found->start == address_of(before - 1));
        REQUIRE(found->bytes == model->bytes[before - 1]);
    }
    REQUIRE(ishmemi_object_index_was_used(index, address) == model->used[grain]);
}

int main(void)
{
    static model_t model;
    for (int round = 0; round < 20; round++) {
        ishmemi_object_index_t index = {0};
        model = (model_t){0};
        for (int i = 0; i < STEPS / 20; i++) {
            step(&index, &model);
            check_address(&index, &model);
        }
        REQUIRE(ishmemi_object_index_find(&index, BASE - 1) == NULL);
        REQUIRE(!ishmemi_object_index_was_used(&index, BASE - 1));
        REQUIRE(!ishmemi_object_index_was_used(&index, address_of(GRAINS)));
        for (size_t i = 1; i < index.used.count; i++) {
            const ishmemi_object_t *const range = &index.used.items[i - 1];
            REQUIRE(range->start + range->bytes < range[1].start);
        }
        ishmemi_object_index_close(&index);
    }
    return 0;
}
