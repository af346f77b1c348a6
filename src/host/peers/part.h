/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs of one host whose heaps cannot be mapped become PEs of several hosts.
 */
#ifndef ISHMEMI_PART_H
#define ISHMEMI_PART_H

#include <stdint.h>

/* Why PEs of one host are apart. */
typedef enum ishmemi_apart {
    ISHMEMI_APART_NOT,     /* they are together, or were never on one host */
    ISHMEMI_APART_SHARE,   /* the driver provides no handle of a heap */
    ISHMEMI_APART_MAP,     /* one cannot map the other's heap */
    ISHMEMI_APART_ACCESS,  /* the driver allows a tile no access to the other's memory */
    ISHMEMI_APART_ATOMICS, /* or no atomics on it */
    ISHMEMI_APART_PROBE,   /* what one loads or stores is not what the other has */
    ISHMEMI_APART_OTHERS   /* they reach each other, but not all PEs on the other's side */
} ishmemi_apart_t;

/*
 * Collective.  failed[pe], an ishmemi_apart_t, is the reason why this PE cannot load and store the
 * heap of PE pe although it is on this host; why: the message about the first one.  If any fails,
 * the PEs of that host are divided (host_of in job.h) so that all PEs of a host reach each other.
 * Mappings between hosts are closed, and the lowest PE with a failure prints why.
 */
void ishmemi_part(const uint8_t *failed, const char *why);

/* Why this PE and PE pe are apart; and this PE's message about it, or "". */
ishmemi_apart_t ishmemi_part_reason(int pe);
const char *ishmemi_part_sentence(void);

/* Called by ishmem_finalize. */
void ishmemi_part_forget(void);

#endif
