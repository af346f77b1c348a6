/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What access_tile.c does for the program's static objects, which are host memory.
 */
#ifndef ISHMEMI_ACCESS_STATIC_H
#define ISHMEMI_ACCESS_STATIC_H

#include "shared/collective/task.h"
#include "shared/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies if an end is a static object of this PE or in a view of another's; through a buffer and
 * `copy`, if the other end is the tile's memory.  false: nothing was copied, and the tile can copy
 * directly. */
typedef void (*ishmemi_copy_fn)(void *destination, const void *source, size_t bytes);
bool ishmemi_static_copy(void *destination, const void *source, size_t bytes, ishmemi_copy_fn copy);

/* The same as the functions of ishmemi_access_t, for static objects. */
void ishmemi_static_copy_blocks(void *destination, const void *source, size_t dst, size_t sst,
                                size_t block, size_t nblocks, ishmemi_copy_fn copy);
uint64_t ishmemi_static_amo(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value,
                            uint64_t cond);
void ishmemi_static_load(uint64_t *words, const void *objects, size_t bytes, size_t count);
uint64_t ishmemi_static_wait(const char *routine, const void *object, size_t bytes, bool is_signed,
                             int cmp, uint64_t value);

#endif
