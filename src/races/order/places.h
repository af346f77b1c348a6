/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Symmetric memory by places: offsets in the heap, and after its end in the program's data.
 */
#ifndef ISHMEMI_RACES_PLACES_H
#define ISHMEMI_RACES_PLACES_H

#include <stdint.h>

#define ISHMEMI_NOWHERE UINT64_MAX

/* The place of a symmetric object of this PE; ISHMEMI_NOWHERE: it is none. */
uint64_t ishmemi_place_of(const void *object);

/* The place of memory that the program names by any address: of this PE, or a view of another's heap.  number:
 * whose, by its number on this machine. */
uint64_t ishmemi_local_place_of(const void *memory, int *number);

#endif
