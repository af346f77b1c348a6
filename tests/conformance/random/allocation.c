/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks of the symmetric heap, made, resized and freed between steps.  No two may overlap, and
 * what one holds must stay, whatever is done to others.
 */
#include "chance.h"
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include "plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)70000)

/* Sizes gather around one power of two for some time, so that what is freed nearly fits. */
static size_t power = 1024;

static void pick_power(void)
{
    if (chance_percent(15)) {
        power = (size_t)1 << (chance_percent(70) ? 12 + chance_below(3) : 6 + chance_below(9));
    }
}

static size_t pick_bytes(void)
{
    switch (chance_below(8)) {
    case 0:
        return 1 + chance_below(200);
    case 1:
        return 1 + chance_below(MAX_BYTES);
    case 2:
        return power - chance_below(power / 4);
    case 3:
    case 4:
        return power - chance_below(power / 32 + 1);
    case 5:
        return power + chance_below(power / 4);
    default:
        return power;
    }
}

/* Any that the API takes; often one with which a block that nearly fits does not, and sometimes one that few places of
 * the heap have. */
static size_t pick_alignment(void)
{
    if (chance_percent(10)) {
        return (size_t)1 << (16 + chance_below(9));
    }
    const size_t near = power / 64 * (1 + chance_below(2));
    return near >= 8 && (near & (near - 1)) == 0 && chance_percent(60)
               ? near
               : (size_t)1 << (3 + chance_below(13));
}

static void check_block(const char *call, const void *block, size_t bytes, const object_t *self)
{
    const uintptr_t start = (uintptr_t)block;
    for (const object_t *object = objects; object < objects + MAX_OBJECTS; object++) {
        const uintptr_t other = (uintptr_t)object->address;
        if (object->address && object != self &&
            !(start + bytes <= other || other + object->bytes <= start)) {
            test_check(false,
                       "%s returned %p for %zu bytes, which overlaps the block %p of %zu bytes",
                       call, block, bytes, (const void *)object->address, object->bytes);
        }
    }
    test_check(block && ishmem_addr_accessible(block, test_me), "%s returned %p", call, block);
}

static bool is_zero(const void *block, size_t bytes)
{
    unsigned char *const copy = malloc(bytes);
    if (!copy) {
        test_fatal("no memory");
    }
    memory_read(copy, block, bytes);
    bool zero = true;
    for (size_t i = 0; i < bytes; i++) {
        zero &= copy[i] == 0;
    }
    free(copy);
    return zero;
}

static object_t *allocate(void)
{
    char call[96];
    size_t bytes = pick_bytes();
    void *block;
    size_t alignment = 1;
    switch (chance_below(8)) {
    case 0:
        snprintf(call, sizeof call, "ishmem_malloc(%zu)", bytes);
        block = ishmem_malloc(bytes);
        break;
    case 1: {
        const size_t size = 1 + chance_below(16);
        bytes = (bytes / size + 1) * size;
        snprintf(call, sizeof call, "ishmem_calloc(%zu, %zu)", bytes / size, size);
        block = ishmem_calloc(bytes / size, size);
        test_check(block && is_zero(block, bytes), "%s: not zero", call);
        break;
    }
    case 2: {
        const long hints = (long)chance_below(4);
        snprintf(call, sizeof call, "ishmem_malloc_with_hints(%zu, %ld)", bytes, hints);
        block = ishmem_malloc_with_hints(bytes, hints);
        break;
    }
    case 3: {
        snprintf(call, sizeof call, "ishmem_realloc(NULL, %zu)", bytes);
        block = ishmem_realloc(NULL, bytes);
        break;
    }
    default:
        alignment = pick_alignment();
        snprintf(call, sizeof call, "ishmem_align(%zu, %zu)", alignment, bytes);
        block = ishmem_align(alignment, bytes);
        break;
    }
    test_check((uintptr_t)block % alignment == 0, "%s returned %p", call, block);
    check_block(call, block, bytes, NULL);
    return block ? object_add(WHERE_HEAP, block, bytes) : NULL;
}

/* A heap object of this part of the table's; the first ones stay. */
#define STAYING 8
static object_t *pick_block(void)
{
    object_t *const object = &objects[STAYING + chance_below(MAX_OBJECTS - STAYING)];
    return object->address && object->where == WHERE_HEAP ? object : NULL;
}

static void reallocate(object_t *object)
{
    char call[96];
    const size_t bytes = pick_bytes();
    snprintf(call, sizeof call, "ishmem_realloc(%p, %zu)", (void *)object->address, bytes);
    void *const block = ishmem_realloc(object->address, bytes);
    check_block(call, block, bytes, object);
    if (block) {
        object_move(object, block, bytes);
    }
}

static bool is_full(void)
{
    for (int i = 0; i < MAX_OBJECTS; i++) {
        if (!objects[i].address) {
            return false;
        }
    }
    return true;
}

void allocation_change(void)
{
    pick_power();
    for (size_t i = 2 + chance_below(8); i > 0; i--) {
        object_t *const object = pick_block();
        if (!object && !is_full()) {
            allocate();
        } else if (object && chance_percent(25)) {
            reallocate(object);
        } else if (object) {
            void *const block = object->address;
            object_remove(object);
            ishmem_free(block);
        }
    }
}
