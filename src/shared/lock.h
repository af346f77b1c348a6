/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks: the protocol of set_lock, clear_lock and test_lock, shared by host and
 * kernels.
 *
 * A lock is a symmetric `long` that starts as 0.  Only the copy on the lock's home PE is used, as
 * two counters of 32 bits.  They are a ticket lock: any number of callers may wait, and they get
 * the lock in the order in which they called.  The home depends on the lock's address, so that the
 * locks of an array are spread over the PEs.  The lock is free when its counters are equal.
 *
 * word     written by                                  read by                  ordering
 * next     a caller of set_lock: add 1, which returns  test_lock                relaxed
 *          its ticket
 * serving  the holder: add 1 in clear_lock             a waiter, until it is    add release, after a
 *                                                      its ticket               quiet; load acquire
 *
 * test_lock loads `serving` (acquire) and compare-swaps `next` from that value to one more: it
 * succeeds only if nobody holds the lock or waits for it.  Both counters wrap around together.
 */
#ifndef ISHMEM_LOCK_H
#define ISHMEM_LOCK_H

#include "ishmem/type_lists.h"

typedef struct ishmemi_lock {
    uint32_t serving;
    uint32_t next;
} ishmemi_lock_t;

/* The home of the lock at `offset` bytes from the start of its symmetric segment. */
#define ISHMEMI_LOCK_HOME(offset, n_pes) \
    ((int)((offset) / sizeof(ishmemi_lock_t) % (uint64_t)(n_pes)))

#endif
