/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies and fills by the tile, complete on return, for start-up and memory management: a single
 * synchronous list with a lock.  (The API's own transfers use access.h.)
 */
#ifndef ISHMEMI_TILE_COPY_H
#define ISHMEMI_TILE_COPY_H

#include <stddef.h>

/* int results: 0, or -1 after an error message.  open needs ishmemi_job.context and .device. */
int ishmemi_tile_copy_open(void);
void ishmemi_tile_copy_close(void);

int ishmemi_tile_copy(void *destination, const void *source, size_t bytes);
int ishmemi_tile_zero(void *destination, size_t bytes);

/* Prints nothing and does not wait for the lock: -1 if another thread holds it.  For the end of a
 * job. */
int ishmemi_tile_try_copy(void *destination, const void *source, size_t bytes);

#endif
