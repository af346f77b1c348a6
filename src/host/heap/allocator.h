/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The allocator of the symmetric heap.  It works on offsets and keeps its metadata in host memory, the
 * heap itself is never touched.  The same calls give the same offsets on every PE.  Not
 * thread-safe.
 */
#ifndef ISHMEMI_ALLOCATOR_H
#define ISHMEMI_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

/* Every block starts at a multiple of this, and takes a multiple of it: a cache line, so that
 * atomics on one block do not disturb its neighbours. */
#define ISHMEMI_ALLOCATOR_GRAIN ((size_t)64)

typedef struct ishmemi_allocator ishmemi_allocator_t;

typedef enum ishmemi_alloc_result {
    ISHMEMI_ALLOC_OK,
    ISHMEMI_ALLOC_EXHAUSTED,     /* no block is large enough */
    ISHMEMI_ALLOC_NO_HOST_MEMORY /* for the metadata */
} ishmemi_alloc_result_t;

/* Of the offsets [first, end), first and end multiples of the grain.  Alignment is of base +
 * offset; base is a multiple of the grain.  NULL without host memory. */
ishmemi_allocator_t *ishmemi_allocator_create(size_t base, size_t first, size_t end);
void ishmemi_allocator_destroy(ishmemi_allocator_t *allocator);

/* alignment: a power of two; bytes: not 0. */
ishmemi_alloc_result_t ishmemi_allocator_alloc(ishmemi_allocator_t *allocator, size_t bytes,
                                               size_t alignment, size_t *offset);
/* Whether a live block starts at offset, and how many bytes were asked for. */
bool ishmemi_allocator_find(const ishmemi_allocator_t *allocator, size_t offset, size_t *bytes);
/* Changes the size of a live block where it is, if that is possible. */
ishmemi_alloc_result_t ishmemi_allocator_resize(ishmemi_allocator_t *allocator, size_t offset,
                                                size_t bytes);
/* False, and nothing done, if no live block starts at offset. */
bool ishmemi_allocator_free(ishmemi_allocator_t *allocator, size_t offset);

/* Bytes free in all, and in the largest free block. */
void ishmemi_allocator_room(const ishmemi_allocator_t *allocator, size_t *free_bytes,
                            size_t *largest_bytes);

#endif
