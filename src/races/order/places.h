/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Places of symmetric memory: an offset in the heap, or, after the heap's end, in the program's
 * static data.
 */
#ifndef ISHMEMI_RACES_PLACES_H
#define ISHMEMI_RACES_PLACES_H

#include <stdint.h>

#define ISHMEMI_NOWHERE UINT64_MAX

/* The place of a symmetric object of this PE, or ISHMEMI_NOWHERE. */
uint64_t ishmemi_place_of(const void *object);

/* The place of memory by any address that the program has: this PE's, or a mapping of another PE's
 * heap.  number: the PE, by its number on this machine. */
uint64_t ishmemi_local_place_of(const void *memory, int *number);

#endif
