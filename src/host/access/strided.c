/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Strided copies: blocks of the size of one element have their own loops, in which an element is
 * one load and one store.
 */
#include "strided.h"

#include "util/copy_once.h"

static inline __attribute__((always_inline)) void copy_blocks(char *destination, const char *source,
                                                              size_t dst, size_t sst, size_t block,
                                                              size_t nblocks)
{
    for (size_t i = 0; i < nblocks; i++) {
        ishmemi_copy_to_shared(destination + i * dst, source + i * sst, block);
    }
}

void ishmemi_strided_copy(void *destination, const void *source, size_t dst, size_t sst,
                          size_t block, size_t nblocks)
{
    switch (block) {
    case 1:
        copy_blocks(destination, source, dst, sst, 1, nblocks);
        break;
    case 2:
        copy_blocks(destination, source, dst, sst, 2, nblocks);
        break;
    case 4:
        copy_blocks(destination, source, dst, sst, 4, nblocks);
        break;
    case 8:
        copy_blocks(destination, source, dst, sst, 8, nblocks);
        break;
    case 16:
        copy_blocks(destination, source, dst, sst, 16, nblocks);
        break;
    default:
        copy_blocks(destination, source, dst, sst, block, nblocks);
        break;
    }
}
