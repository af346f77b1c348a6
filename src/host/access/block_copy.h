/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of blocks by the host: memcpy, but for those that are so large that they had better go past
 * the caches.
 */
#ifndef ISHMEMI_BLOCK_COPY_H
#define ISHMEMI_BLOCK_COPY_H

#include <stddef.h>
#include <string.h>

/* Blocks of at least so many bytes go past the caches; constant from ishmem_init to
 * ishmem_finalize. */
typedef struct ishmemi_block_copy_least {
    size_t alone;    /* where this PE is the only one that copies, as far as is known */
    size_t together; /* where all PEs of the machine do, as in collectives */
} ishmemi_block_copy_least_t;

extern ishmemi_block_copy_least_t ishmemi_block_copy_least __attribute__((visibility("hidden")));

/* Called by ishmem_init when there is a tile. */
void ishmemi_block_copy_open(void);

/* Past the caches; ranges that do not overlap. */
void ishmemi_block_copy_nontemporal(void *destination, const void *source, size_t bytes)
    __attribute__((visibility("hidden")));

static inline void ishmemi_block_copy(void *destination, const void *source, size_t bytes,
                                      size_t least)
{
    if (__builtin_expect(bytes >= least, 0)) {
        ishmemi_block_copy_nontemporal(destination, source, bytes);
    } else {
        memcpy(destination, source, bytes);
    }
}

#endif
