/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The slice of processor time that a thread asks for, which Linux knows since 6.12.  A thread with
 * a short slice gets no more time for that.  But when it is woken it need not wait for the end of
 * another thread's slice, which may take milliseconds.  With a long slice, a yield gives way for
 * longer.
 */
#ifndef ISHMEMI_UTIL_SLICE_H
#define ISHMEMI_UTIL_SLICE_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The least that Linux accepts. */
#define ISHMEMI_SLICE_SHORTEST_NS 100000

/* How a thread is scheduled: the system call's structure in its first version, which C libraries
 * have declared only lately. */
typedef struct ishmemi_slice {
    uint32_t size; /* 0: there is no slice to set */
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t ns; /* the slice */
    uint64_t deadline;
    uint64_t period;
} ishmemi_slice_t;

/* The calling thread's slice. */
static inline ishmemi_slice_t ishmemi_slice_get(void)
{
    ishmemi_slice_t slice = {0};
    if (syscall(SYS_sched_getattr, 0, &slice, sizeof slice, 0) != 0 ||
        slice.policy != SCHED_OTHER || slice.ns == 0) {
        slice.size = 0;
    }
    return slice;
}

/* Failure is harmless: the slice stays as long as it was. */
static inline void ishmemi_slice_set(ishmemi_slice_t slice, bool shortest)
{
    if (slice.size != 0) {
        slice.ns = shortest ? ISHMEMI_SLICE_SHORTEST_NS : slice.ns;
        (void)syscall(SYS_sched_setattr, 0, &slice, 0);
    }
}

#endif
