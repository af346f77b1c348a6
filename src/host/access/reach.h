/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The short way to a peer's heap.  If the host can load and store heaps, a few compares show that
 * the arguments of a call are good and where the object is.  Everything else (static objects, PEs
 * that are not mapped, bad arguments, a call outside a job) goes the long way: the checks of
 * check.h, which report what is wrong, and transfer.h.
 */
#ifndef ISHMEMI_REACH_H
#define ISHMEMI_REACH_H

#include "job.h"

/* All zero outside a job; inside, constant except for n_pes, which changes as observers come and
 * go. */
typedef struct ishmemi_reach {
    uintptr_t first; /* start of the user's part of this PE's heap */
    size_t bytes;
    const int64_t *delta; /* [n_pes] ishmemi_job.delta */
    /* 0 if the host does not load and store heaps, with ISHMEM_CHECKS=2, if calls drive the
     * transport, and while calls are observed. */
    unsigned n_pes;
} ishmemi_reach_t;

extern ishmemi_reach_t ishmemi_reach __attribute__((visibility("hidden")));

/* Called by ishmem_init when ishmemi_job is filled, and when the first observer has been added or
 * the last one removed.  Threads may be in calls. */
void ishmemi_reach_open(void);
void ishmemi_reach_close(void);

/* Stores the address through which this PE reaches PE pe's copy of nelems elements of `size` bytes,
 * aligned to `alignment`.  false: take the long way. */
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

/* The same for one naturally aligned object.  Both ends of the heap are aligned too, so an object
 * that begins in it also ends in it. */
static inline __attribute__((always_inline)) bool
ishmemi_reach_object(const void *object, size_t size, int pe, void **view)
{
    return ishmemi_reach_array(object, 0, 1, size, pe, view);
}

/* Whether this PE may load a naturally aligned object of its own in place. */
static inline __attribute__((always_inline)) bool ishmemi_reach_own(const void *object, size_t size)
{
    const uintptr_t offset = (uintptr_t)object - ishmemi_reach.first;
    return __builtin_expect(ishmemi_reach.n_pes != 0 && offset < ishmemi_reach.bytes &&
                                ((uintptr_t)object & (size - 1)) == 0,
                            1);
}

#endif
