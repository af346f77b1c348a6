/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host memory that the job cannot go on without.  free() takes it back.
 */
#ifndef ISHMEMI_ALLOCATE_H
#define ISHMEMI_ALLOCATE_H

#include <stddef.h>

/* Memory for `count` items of `bytes` each, never NULL: where there is none, says what it was for
 * and ends the job.  `what`: "the PEs of a team", or the name of the routine that needs it. */
void *ishmemi_allocate(const char *what, size_t count, size_t bytes)
    __attribute__((returns_nonnull, malloc, alloc_size(2, 3)));

/* The same, all 0. */
void *ishmemi_allocate_zeroed(const char *what, size_t count, size_t bytes)
    __attribute__((returns_nonnull, malloc, alloc_size(2, 3)));

#endif
