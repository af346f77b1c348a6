/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of blocks by the host.  A few bytes are copied in place, more by memcpy.  Blocks that no
 * longer fit into the first-level cache use special instructions of the processor, and very large
 * ones bypass the caches.
 */
#ifndef ISHMEMI_BLOCK_COPY_H
#define ISHMEMI_BLOCK_COPY_H

#include "util/copy_once.h"

#include <stddef.h>
#include <string.h>

/* Blocks of at least this many bytes bypass the caches.  Constant from ishmem_init to
 * ishmem_finalize. */
typedef struct ishmemi_block_copy_least {
    size_t alone;    /* if this PE is probably the only one that copies */
    size_t together; /* if all PEs of the machine copy, as in collectives */
    /* How many sizes above ISHMEMI_BLOCK_COPY_SMALL use memcpy; not larger than the others. */
    size_t plain;
} ishmemi_block_copy_least_t;

/* Blocks up to this size are copied in place. */
#define ISHMEMI_BLOCK_COPY_SMALL ISHMEMI_COPY_ONCE_MOST

extern ishmemi_block_copy_least_t ishmemi_block_copy_least __attribute__((visibility("hidden")));

/* Called by ishmem_init when there is a tile. */
void ishmemi_block_copy_open(void);

/* For blocks that are neither small nor plain; from `least` on, they bypass the caches. */
void ishmemi_block_copy_large(void *destination, const void *source, size_t bytes, size_t least)
    __attribute__((visibility("hidden")));

/* The ranges must not overlap. */
static inline void ishmemi_block_copy(void *destination, const void *source, size_t bytes,
                                      size_t least)
{
    /* One compare suffices for most blocks: for smaller ones the difference wraps around. */
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
