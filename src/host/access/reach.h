/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The short way to a peer's heap.  Where the host can load and store heaps, a few compares tell that
 * the arguments of a call are good and where the object is.  What they cannot tell (static objects,
 * PEs that are not mapped, bad arguments, a call outside of a job) takes the long way: the checks of
 * check.h, which say what is wrong, and transfer.h.
 */
#ifndef ISHMEMI_REACH_H
#define ISHMEMI_REACH_H

#include "job.h"

/* All zero outside of a job; in it constant but for n_pes, which follows what observers come and go. */
typedef struct ishmemi_reach {
    uintptr_t first; /* of the part of this PE's heap that is the user's */
    size_t bytes;
    const int64_t *delta; /* [n_pes] that of ishmemi_job */
    unsigned n_pes;       /* 0 where the host does not load and store heaps, with
                                  * ISHMEM_CHECKS=2, where calls drive the transport, and while
                                  * calls are observed */
} ishmemi_reach_t;

extern ishmemi_reach_t ishmemi_reach __attribute__((visibility("hidden")));

/* Called by ishmem_init when ishmemi_job is filled, and when the first observer has come or the last has
 * gone; threads may be in calls. */
void ishmemi_reach_open(void);
void ishmemi_reach_close(void);

/* Stores the address through which this PE reaches PE pe's copy of nelems elements of `size` bytes,
 * aligned to `alignment`.  False: take the long way. */
static inline __attribute__((always_inline)) bool ishmemi_reach_array(const void *array,
                                                                      size_t nelems, size_t size,
                                                                      size_t alignment, int pe,
                                                                      void **view)
{
    const uintptr_t offset = (uintptr_t)array - ishmemi_reach.first;
    if (__builtin_expect((unsigned)pe >= ishmemi_reach.n_pes || offset >= ishmemi_reach.bytes ||
                             nelems > (ishmemi_reach.bytes - offset) / size ||
                             ((uintptr_t)array & (alignment - 1)) != 0,
                         0)) {
        return false;
    }
    const int64_t delta = ishmemi_reach.delta[pe];
    *view = (void *)((uintptr_t)array + (uintptr_t)delta);
    return __builtin_expect(delta != ISHMEMI_UNREACHABLE, true);
}

/* The same for one naturally aligned object.  Both ends of the heap are aligned as well, so that an
 * object which begins in it also ends there. */
static inline __attribute__((always_inline)) bool
ishmemi_reach_object(const void *object, size_t size, int pe, void **view)
{
    return ishmemi_reach_array(object, 0, 1, size, pe, view);
}

/* Whether this PE loads a naturally aligned object of its own in place. */
static inline __attribute__((always_inline)) bool ishmemi_reach_own(const void *object, size_t size)
{
    const uintptr_t offset = (uintptr_t)object - ishmemi_reach.first;
    return __builtin_expect(ishmemi_reach.n_pes != 0 && offset < ishmemi_reach.bytes &&
                                ((uintptr_t)object & (size - 1)) == 0,
                            1);
}

#endif
