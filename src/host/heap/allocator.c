/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A segregated-fit allocator.  All blocks, free and live, form one list in the order of their
 * offsets, so that a freed block finds its free neighbours.  Free blocks are also in lists by size
 * class: eight classes per power of two, with bitmaps of the classes that are not empty, which
 * finds a block that certainly fits in constant time.  Only if there is none, the lists of smaller
 * classes are searched, so that "exhausted" means that nothing fits.  A hash of the offset finds
 * live blocks.
 */
#include "allocator.h"
#include "util/align.h"

#include <stdint.h>
#include <stdlib.h>

#define GRAIN ISHMEMI_ALLOCATOR_GRAIN
#define STEP_BITS 3
#define STEPS (1u << STEP_BITS)
#define POWERS 64
#define BUCKETS_AT_FIRST 64

typedef struct block {
    size_t offset;
    size_t bytes;                 /* a multiple of the grain */
    size_t asked;                 /* the requested size; 0: free */
    struct block *before, *after; /* neighbours in the heap */
    struct block *next;           /* in the list of the class, of the bucket, or of spare records */
    struct block *previous;       /* in the list of the class */
} block_t;

struct ishmemi_allocator {
    size_t base;
    size_t free_bytes;
    block_t *lowest;
    block_t *spare;  /* records without a block */
    uint64_t powers; /* bit p: some class of power p is not empty */
    uint8_t steps[POWERS];
    block_t *classes[POWERS][STEPS];
    block_t **buckets;
    size_t bucket_count; /* a power of two */
    size_t live;
};

/* ---- Size classes ---------------------------------------------------------------------------- */

/* The class of a size of at least one grain. */
static void find_class(size_t bytes, unsigned *power, unsigned *step)
{
    const unsigned long long grains = bytes / GRAIN;
    *power = 63 - (unsigned)__builtin_clzll(grains);
    *step = *power >= STEP_BITS ? (unsigned)(grains >> (*power - STEP_BITS)) & (STEPS - 1)
                                : (unsigned)(grains << (STEP_BITS - *power)) & (STEPS - 1);
}

static void insert_free(ishmemi_allocator_t *allocator, block_t *block)
{
    unsigned power, step;
    find_class(block->bytes, &power, &step);
    block_t **const list = &allocator->classes[power][step];
    block->asked = 0;
    block->previous = NULL;
    block->next = *list;
    if (*list) {
        (*list)->previous = block;
    }
    *list = block;
    allocator->steps[power] |= (uint8_t)(1u << step);
    allocator->powers |= UINT64_C(1) << power;
    allocator->free_bytes += block->bytes;
}

static void remove_free(ishmemi_allocator_t *allocator, block_t *block)
{
    unsigned power, step;
    find_class(block->bytes, &power, &step);
    block_t **const list = &allocator->classes[power][step];
    if (block->previous) {
        block->previous->next = block->next;
    } else {
        *list = block->next;
    }
    if (block->next) {
        block->next->previous = block->previous;
    }
    if (!*list) {
        allocator->steps[power] &= (uint8_t) ~(1u << step);
        if (allocator->steps[power] == 0) {
            allocator->powers &= ~(UINT64_C(1) << power);
        }
    }
    allocator->free_bytes -= block->bytes;
}

/* Where an aligned block would start in a free one. */
static size_t aligned_start(const ishmemi_allocator_t *allocator, const block_t *block,
                            size_t alignment)
{
    return ishmemi_align_up(allocator->base + block->offset, alignment) - allocator->base;
}

static bool fits(const ishmemi_allocator_t *allocator, const block_t *block, size_t bytes,
                 size_t alignment)
{
    const size_t skip = aligned_start(allocator, block, alignment) - block->offset;
    return skip <= block->bytes && bytes <= block->bytes - skip;
}

/* The first block of the lowest class from (power, step) on that is not empty, or NULL. */
static block_t *first_from(const ishmemi_allocator_t *allocator, unsigned power, unsigned step)
{
    unsigned steps = allocator->steps[power] & ~((1u << step) - 1u);
    if (steps == 0) {
        const uint64_t powers =
            power + 1 < POWERS ? allocator->powers & (~UINT64_C(0) << (power + 1)) : 0;
        if (powers == 0) {
            return NULL;
        }
        power = (unsigned)__builtin_ctzll(powers);
        steps = allocator->steps[power];
    }
    return allocator->classes[power][__builtin_ctz(steps)];
}

/* The lowest class in which every block has at least `bytes`: that of `bytes` rounded up to the
 * start of a class, which may be the first class of the next power. */
static void find_class_from(size_t bytes, unsigned *power, unsigned *step)
{
    find_class(bytes, power, step);
    if (*power > STEP_BITS) {
        find_class(bytes + (GRAIN << (*power - STEP_BITS)) - GRAIN, power, step);
    }
}

/* A free block in which `bytes` fit, or NULL.  `bytes` is at most the total of free bytes. */
static block_t *find_free(const ishmemi_allocator_t *allocator, size_t bytes, size_t alignment)
{
    unsigned power, step;
    /* Blocks start at multiples of the grain, so alignment skips at most alignment - GRAIN
     * bytes. */
    find_class_from(bytes + (alignment - GRAIN), &power, &step);
    block_t *const first = first_from(allocator, power, step);
    if (first && fits(allocator, first, bytes, alignment)) {
        return first;
    }
    find_class(bytes, &power, &step);
    for (; power < POWERS; power++, step = 0) {
        for (; step < STEPS; step++) {
            for (block_t *block = allocator->classes[power][step]; block; block = block->next) {
                if (fits(allocator, block, bytes, alignment)) {
                    return block;
                }
            }
        }
    }
    return NULL;
}

/* ---- Live blocks ----------------------------------------------------------------------------- */

static block_t **bucket_of(const ishmemi_allocator_t *allocator, size_t offset)
{
    const uint64_t hash = (uint64_t)(offset / GRAIN) * UINT64_C(0x9e3779b97f4a7c15);
    return &allocator->buckets[(hash >> 32) & (allocator->bucket_count - 1)];
}

static block_t *find_live(const ishmemi_allocator_t *allocator, size_t offset)
{
    block_t *block = *bucket_of(allocator, offset);
    while (block && block->offset != offset) {
        block = block->next;
    }
    return block;
}

static void insert_live(ishmemi_allocator_t *allocator, block_t *block)
{
    block_t **const bucket = bucket_of(allocator, block->offset);
    block->next = *bucket;
    *bucket = block;
    allocator->live++;
}

static void remove_live(ishmemi_allocator_t *allocator, block_t *block)
{
    block_t **link = bucket_of(allocator, block->offset);
    while (*link != block) {
        link = &(*link)->next;
    }
    *link = block->next;
    allocator->live--;
}

/* Keeps at least as many buckets as live blocks.  If it cannot, look-ups are slower but still
 * correct. */
static void grow_buckets(ishmemi_allocator_t *allocator)
{
    if (allocator->live < allocator->bucket_count) {
        return;
    }
    block_t **const larger = calloc(allocator->bucket_count * 2, sizeof *larger);
    if (!larger) {
        return;
    }
    free(allocator->buckets);
    allocator->buckets = larger;
    allocator->bucket_count *= 2;
    allocator->live = 0;
    for (block_t *block = allocator->lowest; block; block = block->after) {
        if (block->asked) {
            insert_live(allocator, block);
        }
    }
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Makes sure that `count` records are spare, so that no step of an operation can fail. */
static bool reserve(ishmemi_allocator_t *allocator, unsigned count)
{
    unsigned spare = 0;
    for (const block_t *block = allocator->spare; block && spare < count; block = block->next) {
        spare++;
    }
    for (; spare < count; spare++) {
        block_t *const block = malloc(sizeof *block);
        if (!block) {
            return false;
        }
        block->next = allocator->spare;
        allocator->spare = block;
    }
    return true;
}

/* Cuts a block after `bytes` and returns the rest, which is only in the list of neighbours. */
static block_t *cut(ishmemi_allocator_t *allocator, block_t *block, size_t bytes)
{
    block_t *const rest = allocator->spare;
    allocator->spare = rest->next;
    *rest = (block_t){.offset = block->offset + bytes,
                      .bytes = block->bytes - bytes,
                      .before = block,
                      .after = block->after};
    if (rest->after) {
        rest->after->before = rest;
    }
    block->after = rest;
    block->bytes = bytes;
    return rest;
}

/* Joins a block with its neighbour `rest` after it; both are in no other list. */
static void join(ishmemi_allocator_t *allocator, block_t *block, block_t *rest)
{
    block->bytes += rest->bytes;
    block->after = rest->after;
    if (block->after) {
        block->after->before = block;
    }
    rest->next = allocator->spare;
    allocator->spare = rest;
}

/* ---- Interface ------------------------------------------------------------------------------- */

ishmemi_allocator_t *ishmemi_allocator_create(size_t base, size_t first, size_t end)
{
    ishmemi_allocator_t *const allocator = calloc(1, sizeof *allocator);
    if (!allocator) {
        return NULL;
    }
    allocator->base = base;
    allocator->bucket_count = BUCKETS_AT_FIRST;
    allocator->buckets = calloc(allocator->bucket_count, sizeof *allocator->buckets);
    allocator->lowest = calloc(1, sizeof *allocator->lowest);
    if (!allocator->buckets || !allocator->lowest) {
        ishmemi_allocator_destroy(allocator);
        return NULL;
    }
    allocator->lowest->offset = first;
    allocator->lowest->bytes = end - first;
    insert_free(allocator, allocator->lowest);
    return allocator;
}

void ishmemi_allocator_destroy(ishmemi_allocator_t *allocator)
{
    for (block_t *block = allocator->lowest, *after; block; block = after) {
        after = block->after;
        free(block);
    }
    for (block_t *block = allocator->spare, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(allocator->buckets);
    free(allocator);
}

ishmemi_alloc_result_t ishmemi_allocator_alloc(ishmemi_allocator_t *allocator, size_t bytes,
                                               size_t alignment, size_t *offset)
{
    if (bytes > allocator->free_bytes) {
        return ISHMEMI_ALLOC_EXHAUSTED;
    }
    const size_t taken = ishmemi_align_up(bytes, GRAIN);
    if (alignment < GRAIN) {
        alignment = GRAIN;
    }
    if (!reserve(allocator, 2)) {
        return ISHMEMI_ALLOC_NO_HOST_MEMORY;
    }
    block_t *block = find_free(allocator, taken, alignment);
    if (!block) {
        return ISHMEMI_ALLOC_EXHAUSTED;
    }
    remove_free(allocator, block);
    const size_t skip = aligned_start(allocator, block, alignment) - block->offset;
    if (skip > 0) {
        block_t *const rest = cut(allocator, block, skip);
        insert_free(allocator, block);
        block = rest;
    }
    if (block->bytes > taken) {
        insert_free(allocator, cut(allocator, block, taken));
    }
    grow_buckets(allocator);
    block->asked = bytes;
    insert_live(allocator, block);
    *offset = block->offset;
    return ISHMEMI_ALLOC_OK;
}

bool ishmemi_allocator_find(const ishmemi_allocator_t *allocator, size_t offset, size_t *bytes)
{
    const block_t *const block = find_live(allocator, offset);
    if (!block) {
        return false;
    }
    *bytes = block->asked;
    return true;
}

ishmemi_alloc_result_t ishmemi_allocator_resize(ishmemi_allocator_t *allocator, size_t offset,
                                                size_t bytes)
{
    block_t *const block = find_live(allocator, offset);
    block_t *const after = block->after && block->after->asked == 0 ? block->after : NULL;
    const size_t room = block->bytes + (after ? after->bytes : 0);
    if (bytes > room) {
        return ISHMEMI_ALLOC_EXHAUSTED;
    }
    if (!reserve(allocator, 1)) {
        return ISHMEMI_ALLOC_NO_HOST_MEMORY;
    }
    if (after) {
        remove_free(allocator, after);
        join(allocator, block, after);
    }
    const size_t taken = ishmemi_align_up(bytes, GRAIN);
    if (block->bytes > taken) {
        insert_free(allocator, cut(allocator, block, taken));
    }
    block->asked = bytes;
    return ISHMEMI_ALLOC_OK;
}

bool ishmemi_allocator_free(ishmemi_allocator_t *allocator, size_t offset)
{
    block_t *block = find_live(allocator, offset);
    if (!block) {
        return false;
    }
    remove_live(allocator, block);
    block_t *const after = block->after;
    if (after && after->asked == 0) {
        remove_free(allocator, after);
        join(allocator, block, after);
    }
    block_t *const before = block->before;
    if (before && before->asked == 0) {
        remove_free(allocator, before);
        join(allocator, before, block);
        block = before;
    }
    insert_free(allocator, block);
    return true;
}

void ishmemi_allocator_room(const ishmemi_allocator_t *allocator, size_t *free_bytes,
                            size_t *largest_bytes)
{
    size_t largest = 0;
    if (allocator->powers != 0) {
        const unsigned power = 63 - (unsigned)__builtin_clzll(allocator->powers);
        const unsigned step = 31 - (unsigned)__builtin_clz(allocator->steps[power]);
        for (const block_t *b = allocator->classes[power][step]; b; b = b->next) {
            largest = b->bytes > largest ? b->bytes : largest;
        }
    }
    *free_bytes = allocator->free_bytes;
    *largest_bytes = largest;
}
