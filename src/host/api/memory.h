/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is in the symmetric heap.
 */
#ifndef ISHMEMI_MEMORY_H
#define ISHMEMI_MEMORY_H

/* Between the heap's opening and its closing.  0, or -1 having said why. */
int ishmemi_memory_open(void);
void ishmemi_memory_close(void);

#endif
