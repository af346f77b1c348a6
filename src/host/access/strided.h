/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of blocks that are strides apart, if the host can load and store both sides.
 */
#ifndef ISHMEMI_STRIDED_H
#define ISHMEMI_STRIDED_H

#include <stddef.h>

/* Copies nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart. */
void ishmemi_strided_copy(void *destination, const void *source, size_t dst, size_t sst,
                          size_t block, size_t nblocks);

#endif
