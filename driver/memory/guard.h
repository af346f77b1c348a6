/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of allocations with ZECPU_SANITIZE=1, against which kernels' accesses are checked
 * (run/check.c).  Each allocation then has its own mapping between guards, which are address space
 * that nothing can access.  Freed memory remains inaccessible for a while, so that nothing else
 * takes its place.
 */
#ifndef ZED_MEMORY_GUARD_H
#define ZED_MEMORY_GUARD_H

#include "engine/engine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An allocation or an opened handle, with its guards; or an object of a symmetric heap, up to the
 * next object. */
typedef struct zed_zone {
    uintptr_t begin; /* start of the guard before it */
    uintptr_t end;   /* end of the guard after it */
    uintptr_t base;
    size_t bytes; /* as requested */
    zed_memory_kind_t kind;
    bool imported;
    bool freed;
    bool is_object;
    uintptr_t heap; /* if the allocation is a heap: where its objects are */
    size_t heap_bytes;
} zed_zone_t;

/* Whether the table is in use. */
bool zed_guard_is_on(void);

/* Reserves address space for a mapping of `bytes`, with guards around it; the mapping begins at a
 * multiple of `alignment`.  NULL with errno set on failure. */
void *zed_guard_reserve(size_t bytes, size_t alignment);
/* Replaces unmapping: the zones noted in the mapping are now freed. */
void zed_guard_retire(void *base, size_t bytes);

/* The mapping of `bytes` at `mapping` contains this memory. */
void zed_guard_note(const zed_memory_t *memory, const void *mapping, size_t bytes);

/* Changes whenever the table does. */
uint64_t zed_guard_version(void);
/* The zone that contains the address.  false: there is none, and nothing is known about the
 * address. */
bool zed_guard_find(uintptr_t address, zed_zone_t *zone);

/* The allocation at `heap` is a heap of this many bytes.  false: there is no such allocation. */
bool zed_guard_set_heap(const void *heap, size_t bytes);
/* No allocation is a heap any longer. */
void zed_guard_end_heaps(void);
/* The objects of heaps have changed. */
void zed_guard_changed(void);

#endif
