/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of the arguments that routines are called with.  On the way of a good call a check is a
 * few compares and one branch that is never taken; on the way of a bad one the functions below find
 * out what is wrong, say it in one line and end the job.  ISHMEM_CHECKS=0 turns them off.
 */
#ifndef ISHMEMI_CHECK_H
#define ISHMEMI_CHECK_H

#include "job.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

/* Set by ishmem_init; true before, so that a call outside of a job is always caught. */
extern bool ishmemi_checks;

#define ISHMEMI_COLD __attribute__((cold, noinline))

typedef enum ishmemi_direction { ISHMEMI_PUT, ISHMEMI_GET } ishmemi_direction_t;

noreturn void ishmemi_check_fail_ready(const char *routine) ISHMEMI_COLD;
noreturn void ishmemi_check_fail_transfer(const char *routine, ishmemi_direction_t direction,
                                          const void *symmetric, const void *local, size_t nelems,
                                          size_t size, size_t alignment, int pe) ISHMEMI_COLD;
noreturn void ishmemi_check_fail_object(const char *routine, const char *argument,
                                        const void *object, size_t size, int pe) ISHMEMI_COLD;
noreturn void ishmemi_check_fail_own(const char *routine, const char *argument, const void *object,
                                     size_t size) ISHMEMI_COLD;
noreturn void ishmemi_check_fail_cmp(const char *routine, int cmp) ISHMEMI_COLD;
noreturn void ishmemi_check_fail_sig_op(const char *routine, int sig_op) ISHMEMI_COLD;

/* Whether an array lies in the part of this PE's heap that is the user's. */
static inline bool ishmemi_check_symmetric(const void *array, size_t nelems, size_t size)
{
    const uintptr_t offset =
        (uintptr_t)array - (uintptr_t)ishmemi_job.heap - ISHMEMI_HEAD_BYTES;
    const size_t room = ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES;
    return offset < room && nelems <= (room - offset) / size;
}

/* Whether a PE is of this job and its heap is mapped here. */
static inline bool ishmemi_check_pe(int pe)
{
    return ishmemi_job.initialized && (unsigned)pe < (unsigned)ishmemi_job.n_pes &&
           ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE;
}

static inline bool ishmemi_check_aligned(const void *address, size_t alignment)
{
    return ((uintptr_t)address & (alignment - 1)) == 0;
}

/* The library is initialised. */
static inline void ishmemi_check_ready(const char *routine)
{
    if (__builtin_expect(ishmemi_checks && !ishmemi_job.initialized, 0)) {
        ishmemi_check_fail_ready(routine);
    }
}

/* A put or a get of nelems elements of `size` bytes, aligned to `alignment`. */
static inline void ishmemi_check_transfer(const char *routine, ishmemi_direction_t direction,
                                          const void *symmetric, const void *local, size_t nelems,
                                          size_t size, size_t alignment, int pe)
{
    const bool good = ishmemi_check_pe(pe) &&
                      (nelems == 0 || (ishmemi_check_symmetric(symmetric, nelems, size) && local &&
                                       ishmemi_check_aligned(symmetric, alignment) &&
                                       ishmemi_check_aligned(local, alignment)));
    if (__builtin_expect(ishmemi_checks && !good, 0)) {
        ishmemi_check_fail_transfer(routine, direction, symmetric, local, nelems, size, alignment,
                                    pe);
    }
}

/* One naturally aligned symmetric object on another PE. */
static inline void ishmemi_check_object(const char *routine, const char *argument,
                                        const void *object, size_t size, int pe)
{
    const bool good = ishmemi_check_pe(pe) && ishmemi_check_symmetric(object, 1, size) &&
                      ishmemi_check_aligned(object, size);
    if (__builtin_expect(ishmemi_checks && !good, 0)) {
        ishmemi_check_fail_object(routine, argument, object, size, pe);
    }
}

/* One naturally aligned symmetric object, this PE's own. */
static inline void ishmemi_check_own(const char *routine, const char *argument, const void *object,
                                     size_t size)
{
    const bool good = ishmemi_job.initialized && ishmemi_check_symmetric(object, 1, size) &&
                      ishmemi_check_aligned(object, size);
    if (__builtin_expect(ishmemi_checks && !good, 0)) {
        ishmemi_check_fail_own(routine, argument, object, size);
    }
}

static inline void ishmemi_check_cmp(const char *routine, int cmp)
{
    if (__builtin_expect(ishmemi_checks && (cmp < ISHMEM_CMP_EQ || cmp > ISHMEM_CMP_LE), 0)) {
        ishmemi_check_fail_cmp(routine, cmp);
    }
}

static inline void ishmemi_check_sig_op(const char *routine, int sig_op)
{
    if (__builtin_expect(ishmemi_checks && sig_op != ISHMEM_SIGNAL_SET &&
                             sig_op != ISHMEM_SIGNAL_ADD,
                         0)) {
        ishmemi_check_fail_sig_op(routine, sig_op);
    }
}

#endif
