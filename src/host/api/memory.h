/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocations in the symmetric heap.
 */
#ifndef ISHMEMI_MEMORY_H
#define ISHMEMI_MEMORY_H

/* Call these after the heap is opened and before it is closed.  0, or -1 after an error message. */
int ishmemi_memory_open(void);
void ishmemi_memory_close(void);

#endif
