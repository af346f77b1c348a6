/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocates host memory without which the job cannot continue.  free() releases it.
 */
#ifndef ISHMEMI_ALLOCATE_H
#define ISHMEMI_ALLOCATE_H

#include <stddef.h>

/* Returns memory for `count` items of `bytes` each, never NULL: if there is none, it reports what
 * the memory was for and ends the job.  `what`: "the PEs of a team", or the name of the routine
 * that needs it. */
void *ishmemi_allocate(const char *what, size_t count, size_t bytes)
    __attribute__((returns_nonnull, malloc, alloc_size(2, 3)));

/* The same, zeroed. */
void *ishmemi_allocate_zeroed(const char *what, size_t count, size_t bytes)
    __attribute__((returns_nonnull, malloc, alloc_size(2, 3)));

#endif
