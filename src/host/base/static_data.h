/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which static objects of the program are symmetric, and where this PE sees those of the other PEs.
 * The table is constant from ishmem_init to ishmem_finalize.
 */
#ifndef ISHMEMI_STATIC_DATA_H
#define ISHMEMI_STATIC_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of the executable's writable data; whole pages. */
typedef struct ishmemi_segment_extent {
    uintptr_t start;
    uintptr_t end;
    uintptr_t file_end; /* from here on it held only zeros when the program started */
    int protection;     /* PROT_... */
} ishmemi_segment_extent_t;

typedef struct ishmemi_segment {
    uintptr_t start;
    size_t bytes; /* 0 if static objects are not symmetric */
    const ishmemi_segment_extent_t
        *extents; /* in the order of their addresses, with gaps in between */
    size_t extent_count;
    uintptr_t peers; /* start of all views of other PEs' objects: PE pe's is pe * bytes after it */
    size_t peers_bytes;
} ishmemi_segment_t;

extern ishmemi_segment_t ishmemi_segment;

/* Whether the bytes are data of the program, without a gap. */
bool ishmemi_segment_has_no_gap(const void *start, size_t bytes);

/* Whether an array of this PE is symmetric because it is static. */
static inline bool ishmemi_segment_holds(const void *array, size_t nelems, size_t size)
{
    const uintptr_t offset = (uintptr_t)array - ishmemi_segment.start;
    return offset < ishmemi_segment.bytes && nelems <= (ishmemi_segment.bytes - offset) / size &&
           (ishmemi_segment.extent_count == 1 || ishmemi_segment_has_no_gap(array, nelems * size));
}

/* Whether the address is in a view of another PE's static objects. */
static inline bool ishmemi_segment_is_peers(const void *address)
{
    return (uintptr_t)address - ishmemi_segment.peers < ishmemi_segment.peers_bytes;
}

/* Whether the address is that of a static object, this PE's own or a view of another's. */
static inline bool ishmemi_segment_is_view(const void *address)
{
    return ishmemi_segment_holds(address, 1, 1) || ishmemi_segment_is_peers(address);
}

#endif
