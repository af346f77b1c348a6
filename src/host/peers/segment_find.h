/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the program's data is, and which program this is.
 */
#ifndef ISHMEMI_SEGMENT_FIND_H
#define ISHMEMI_SEGMENT_FIND_H

#include "static_data.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_SEGMENT_EXTENTS 4

/* Stores the extents of the executable's writable data, at most ISHMEMI_SEGMENT_EXTENTS, sorted by
 * address, and returns how many there are. */
size_t ishmemi_segment_find(ishmemi_segment_extent_t *extents);

/* Whether this is the address of a static object of the program, symmetric or not. */
bool ishmemi_segment_contains(const void *address);

/* Equal for two processes only if they run the same executable. */
uint64_t ishmemi_segment_identify(void);

#endif
