/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stacks of work-items.  A cache belongs to one zed_run, so to one thread at a time, and needs no
 * locks.  Stacks are carved from slabs of address space one after the other; one that is never used
 * occupies no memory.
 */
#ifndef ZED_RUN_STACK_H
#define ZED_RUN_STACK_H

#include "machine/sanitizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes double, starting with ZECPU_STACK, for kernels with large private arrays. */
#define ZED_STACK_CLASSES 16
#define ZED_STACK_MOST ((size_t)256 << 20)

/* At the high end of its own stack, which grows down from here. */
typedef struct zed_stack {
    struct zed_stack *next; /* in the cache */
    uint32_t size_class;
    zed_sanitizer_t sanitizer;
} zed_stack_t;

typedef struct zed_stack_slab {
    struct zed_stack_slab *next;
    char *base;
    size_t bytes;
    size_t stride;
    uint32_t carved;
    uint32_t count;
    uint32_t guards_split; /* guard pages that are separate mappings */
} zed_stack_slab_t;

typedef struct zed_stack_cache {
    zed_stack_t *free[ZED_STACK_CLASSES];
    zed_stack_slab_t *slabs[ZED_STACK_CLASSES];
    uint32_t carved; /* of all classes */
    size_t carved_bytes;
} zed_stack_cache_t;

/* The class for code that keeps `bytes` on its stack; ZED_STACK_CLASSES if no stack is large
 * enough. */
uint32_t zed_stack_class(size_t bytes);
/* The most bytes that a stack can hold. */
size_t zed_stack_most(void);

/* Whether the address is in the stack or in the guard page below it. */
bool zed_stack_holds(const zed_stack_t *stack, uintptr_t address);

/* A stack of the class; NULL if there is no memory. */
zed_stack_t *zed_stack_carve(zed_stack_cache_t *cache, uint32_t size_class);

/* Frees the memory of a cache that has grown too large.  All its stacks must be in it. */
void zed_stack_cache_trim(zed_stack_cache_t *cache);

void *zed_stack_low(const zed_stack_t *stack, size_t *bytes);

static inline zed_stack_t *zed_stack_take(zed_stack_cache_t *cache, uint32_t size_class)
{
    zed_stack_t *stack = cache->free[size_class];
    if (!stack) {
        return zed_stack_carve(cache, size_class);
    }
    cache->free[size_class] = stack->next;
    return stack;
}

static inline void zed_stack_put(zed_stack_cache_t *cache, zed_stack_t *stack)
{
    stack->next = cache->free[stack->size_class];
    cache->free[stack->size_class] = stack;
}

#endif
