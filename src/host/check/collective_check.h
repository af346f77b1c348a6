/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of the arguments of collectives.
 */
#ifndef ISHMEMI_COLLECTIVE_CHECK_H
#define ISHMEMI_COLLECTIVE_CHECK_H

#include "call.h"
#include "check.h"

bool ishmemi_check_fail_root(const char *routine, int root, int n_pes) ISHMEMI_COLD;
bool ishmemi_check_fail_strides(const char *routine, ptrdiff_t dst, ptrdiff_t sst) ISHMEMI_COLD;

/* `count` symmetric elements. */
static inline bool ishmemi_check_array(const char *routine, const char *argument, const void *array,
                                       size_t count, size_t size, size_t alignment)
{
    const bool good = count == 0 || (ishmemi_check_symmetric(array, count, size) &&
                                     ishmemi_check_aligned(array, alignment));
    return !ishmemi_check_is_due(good) ||
           ishmemi_look_at_own(routine, argument, array, count, size, alignment);
}

static inline bool ishmemi_check_root(const char *routine, int root, int n_pes)
{
    return !__builtin_expect(ishmemi_checks && (unsigned)root >= (unsigned)n_pes, 0) ||
           ishmemi_check_fail_root(routine, root, n_pes);
}

/* nelems for each of n_pes members; SIZE_MAX on overflow. */
static inline size_t ishmemi_check_all(size_t nelems, int n_pes)
{
    size_t all;
    return __builtin_mul_overflow(nelems, (size_t)n_pes, &all) ? SIZE_MAX : all;
}

#endif
