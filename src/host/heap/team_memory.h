/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arena: the memory after the user's part of this PE's symmetric heap, ISHMEM_TEAM_MEMORY
 * bytes of it, in which teams have their blocks and kernels find their tables.  What lies there
 * is at another offset on each PE.  Any thread may call.
 */
#ifndef ISHMEMI_TEAM_MEMORY_H
#define ISHMEMI_TEAM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* When it is known whether the host maps the heap.  0, or -1 having said why. */
int ishmemi_team_memory_open(void);
void ishmemi_team_memory_close(void);

/* An address in this PE's heap, a multiple of 64; false if nothing that large is free. */
bool ishmemi_team_memory_alloc(size_t bytes, uint64_t *address);
void ishmemi_team_memory_free(uint64_t address);
/* Bytes free in all, and in the largest free piece. */
void ishmemi_team_memory_room(size_t *free_bytes, size_t *largest_bytes);

/* Complete on return, for kernels that are launched later; what fails ends the job. */
void ishmemi_team_memory_write(uint64_t address, const void *source, size_t bytes);
void ishmemi_team_memory_zero(uint64_t address, size_t bytes);

#endif
