/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Data of far PEs where the host cannot access heaps: host memory for it on its way, and copies between that memory
 * and the tile's that go on while the caller does something else.  For the transport, under its lock.
 */
#ifndef ISHMEMI_FAR_STAGING_H
#define ISHMEMI_FAR_STAGING_H

#include <stdbool.h>
#include <stddef.h>

/* NULL if there is none. */
void *ishmemi_far_staging_allocate(size_t bytes);
void ishmemi_far_staging_release(void *memory);

/* Begins a copy.  Returns what has_copied wants; NULL: the copy has already ended. */
void *ishmemi_far_staging_copy(void *destination, const void *source, size_t bytes);
/* If true, the copy is forgotten. */
bool ishmemi_far_staging_has_copied(void *copying);

/* When no copy is under way and all memory has been released. */
void ishmemi_far_staging_close(void);

#endif
