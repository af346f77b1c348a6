/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The allocator of the symmetric heap.  It works with offsets and keeps its metadata in host
 * memory; it never touches the heap itself.  The same calls give the same offsets on every PE.  Not
 * thread-safe.
 */
#ifndef ISHMEMI_ALLOCATOR_H
#define ISHMEMI_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

/* Blocks start at multiples of this, and their sizes are multiples of it: a cache line, so that
 * atomics on one block do not disturb its neighbours. */
#define ISHMEMI_ALLOCATOR_GRAIN ((size_t)64)

typedef struct ishmemi_allocator ishmemi_allocator_t;

typedef enum ishmemi_alloc_result {
    ISHMEMI_ALLOC_OK,
    ISHMEMI_ALLOC_EXHAUSTED,     /* no block is large enough */
    ISHMEMI_ALLOC_NO_HOST_MEMORY /* for the metadata */
} ishmemi_alloc_result_t;

/* For the offsets [first, end), which are multiples of the grain.  Alignment applies to base +
 * offset; base is a multiple of the grain.  NULL if host memory is exhausted. */
ishmemi_allocator_t *ishmemi_allocator_create(size_t base, size_t first, size_t end);
void ishmemi_allocator_destroy(ishmemi_allocator_t *allocator);

/* alignment: a power of two; bytes: not 0. */
ishmemi_alloc_result_t ishmemi_allocator_alloc(ishmemi_allocator_t *allocator, size_t bytes,
                                               size_t alignment, size_t *offset);
/* Whether a live block starts at offset, and its requested size. */
bool ishmemi_allocator_find(const ishmemi_allocator_t *allocator, size_t offset, size_t *bytes);
/* Resizes a live block in place, if possible. */
ishmemi_alloc_result_t ishmemi_allocator_resize(ishmemi_allocator_t *allocator, size_t offset,
                                                size_t bytes);
/* false, without an effect, if no live block starts at offset. */
bool ishmemi_allocator_free(ishmemi_allocator_t *allocator, size_t offset);

/* How many bytes are free in total, and in the largest free block. */
void ishmemi_allocator_room(const ishmemi_allocator_t *allocator, size_t *free_bytes,
                            size_t *largest_bytes);

#endif
