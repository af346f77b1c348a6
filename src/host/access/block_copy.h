/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of blocks by the host: a few bytes in place, larger ones by memcpy, but those that no longer fit
 * into the first cache by what the processor has for them, and those that are so large that they had
 * better go past the caches.
 */
#ifndef ISHMEMI_BLOCK_COPY_H
#define ISHMEMI_BLOCK_COPY_H

#include "util/copy_once.h"

#include <stddef.h>
#include <string.h>

/* Blocks of at least so many bytes go past the caches; constant from ishmem_init to
 * ishmem_finalize. */
typedef struct ishmemi_block_copy_least {
    size_t alone;    /* where this PE is the only one that copies, as far as is known */
    size_t together; /* where all PEs of the machine do, as in collectives */
    /* How many sizes after ISHMEMI_BLOCK_COPY_SMALL go by memcpy: no larger than the others. */
    size_t plain;
} ishmemi_block_copy_least_t;

/* Up to it blocks go in place. */
#define ISHMEMI_BLOCK_COPY_SMALL ISHMEMI_COPY_ONCE_MOST

extern ishmemi_block_copy_least_t ishmemi_block_copy_least __attribute__((visibility("hidden")));

/* Called by ishmem_init when there is a tile. */
void ishmemi_block_copy_open(void);

/* Of those that are neither plain nor small; from `least` on past the caches. */
void ishmemi_block_copy_large(void *destination, const void *source, size_t bytes, size_t least)
    __attribute__((visibility("hidden")));

/* Ranges that do not overlap. */
static inline void ishmemi_block_copy(void *destination, const void *source, size_t bytes,
                                      size_t least)
{
    /* One compare for most: of smaller blocks the difference is huge. */
    if (__builtin_expect(bytes - ISHMEMI_BLOCK_COPY_SMALL - 1 < ishmemi_block_copy_least.plain,
                         1)) {
        memcpy(destination, source, bytes);
    } else if (__builtin_expect(bytes > ISHMEMI_BLOCK_COPY_SMALL, 0)) {
        ishmemi_block_copy_large(destination, source, bytes, least);
    } else {
        ishmemi_copy_once(destination, source, bytes);
    }
}

#endif
