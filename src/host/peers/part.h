/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs of one host whose heaps cannot be mapped become PEs of several hosts.
 */
#ifndef ISHMEMI_PART_H
#define ISHMEMI_PART_H

#include <stdint.h>

/* Why PEs of one host are apart. */
typedef enum ishmemi_apart {
    ISHMEMI_APART_NOT,     /* they are together, or were never of one host */
    ISHMEMI_APART_SHARE,   /* the driver gives no handle of a heap */
    ISHMEMI_APART_MAP,     /* the heap of one cannot be mapped by the other */
    ISHMEMI_APART_ACCESS,  /* the driver allows a tile no access to the other's memory */
    ISHMEMI_APART_ATOMICS, /* or no atomics on it */
    ISHMEMI_APART_PROBE,   /* what one has stored or loaded was not what the other has */
    ISHMEMI_APART_OTHERS   /* they reach each other, but not all that are with the other */
} ishmemi_apart_t;

/*
 * Collective.  failed[pe], an ishmemi_apart_t: why this PE does not reach the heap of PE pe by load
 * and store, though it is of this host; why: the sentence about the first.  Where one fails, the
 * PEs of that host are divided, by job.h's host_of, so that within a host each reaches each other;
 * mappings between hosts are closed, and the lowest PE that failed says why.
 */
void ishmemi_part(const uint8_t *failed, const char *why);

/* Why this PE and PE pe are apart, and what this PE had to say of it, "" for nothing. */
ishmemi_apart_t ishmemi_part_reason(int pe);
const char *ishmemi_part_sentence(void);

/* Called by ishmem_finalize. */
void ishmemi_part_forget(void);

#endif
