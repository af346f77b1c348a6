/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE's symmetric heap: the allocation.  (What is in it: memory.h.)
 */
#ifndef ISHMEMI_HEAP_H
#define ISHMEMI_HEAP_H

#include <stddef.h>

/* Collective.  Allocates the heap on the tile, with a zeroed head, and fills ishmemi_job.heap,
 * .heap_bytes and .team_bytes.  0, or -1 having said why. */
int ishmemi_heap_open(void);
/* No PE may have it mapped any more. */
void ishmemi_heap_close(void);

/* The largest alignment that an object can have on every PE: a power of two. */
size_t ishmemi_heap_alignment(void);

#endif
