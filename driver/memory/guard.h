/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The book of allocations with ZECPU_SANITIZE=1, by which kernels' accesses are checked (run/check.c).
 * Each allocation then has a mapping of its own between guards, address space that nobody can use; and
 * what is freed stays unusable for a while, so that nothing else takes its place.
 */
#ifndef ZED_MEMORY_GUARD_H
#define ZED_MEMORY_GUARD_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An allocation or an opened handle, with the guards around it; or an object of a symmetric heap, up to the
 * next one. */
typedef struct zed_zone {
    uintptr_t begin; /* of the guard before it */
    uintptr_t end;   /* of the guard after it */
    uintptr_t base;
    size_t bytes; /* as asked for */
    zed_memory_kind_t kind;
    bool imported;
    bool freed;
    bool is_object;
    uintptr_t heap; /* of an allocation that is one: where its objects are */
    size_t heap_bytes;
} zed_zone_t;

/* Whether there is such a book. */
bool zed_guard_is_on(void);

/* Address space for a mapping of `bytes`, with guards around it; the mapping begins at a multiple of
 * `alignment`.  NULL with errno set if there is none. */
void *zed_guard_reserve(size_t bytes, size_t alignment);
/* In place of unmapping; what has been noted in the mapping is freed from here on. */
void zed_guard_retire(void *base, size_t bytes);

/* The mapping of `bytes` from `mapping` on holds this. */
void zed_guard_note(const zed_memory_t *memory, const void *mapping, size_t bytes);

/* Changes whenever the book does. */
uint64_t zed_guard_version(void);
/* The zone that the address is in.  False: it is in none, and nothing is known about it. */
bool zed_guard_find(uintptr_t address, zed_zone_t *zone);

/* The allocation at `heap` is a heap of that many bytes.  false: there is none. */
bool zed_guard_set_heap(const void *heap, size_t bytes);
/* No allocation is a heap. */
void zed_guard_end_heaps(void);
/* The objects of heaps have changed. */
void zed_guard_changed(void);

#endif
