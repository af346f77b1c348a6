/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arena: the ISHMEM_TEAM_MEMORY bytes after the user's part of this PE's symmetric heap, which
 * hold the teams' blocks and the kernels' tables.  Offsets in it differ between PEs.  Any thread
 * may call.
 */
#ifndef ISHMEMI_TEAM_MEMORY_H
#define ISHMEMI_TEAM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called when it is known whether the host maps the heap.  0, or -1 after an error message. */
int ishmemi_team_memory_open(void);
void ishmemi_team_memory_close(void);

/* Allocates memory in this PE's heap, at a multiple of 64; false if no piece is large enough. */
bool ishmemi_team_memory_alloc(size_t bytes, uint64_t *address);
void ishmemi_team_memory_free(uint64_t address);
/* Gives back what such a piece has after its first `bytes`. */
void ishmemi_team_memory_shrink(uint64_t address, size_t bytes);
/* How many bytes are free in total, and in the largest free piece. */
void ishmemi_team_memory_room(size_t *free_bytes, size_t *largest_bytes);

/* Complete on return, for kernels that are launched later.  An error ends the job. */
void ishmemi_team_memory_write(uint64_t address, const void *source, size_t bytes);
void ishmemi_team_memory_zero(uint64_t address, size_t bytes);

#endif
