/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory of this PE's symmetric heap.  (api/memory.h allocates objects in it.)
 */
#ifndef ISHMEMI_HEAP_H
#define ISHMEMI_HEAP_H

#include <stddef.h>

/* Collective.  Allocates the heap on the tile, with a zeroed head, and sets ishmemi_job.heap,
 * .heap_bytes and .team_bytes.  0, or -1 after an error message. */
int ishmemi_heap_open(void);
/* Called when no other PE has the heap mapped. */
void ishmemi_heap_close(void);

/* The largest alignment that an object can have on every PE: a power of two. */
size_t ishmemi_heap_alignment(void);

#endif
