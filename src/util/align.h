/* SPDX-License-Identifier: BSD-3-Clause */
/* Rounding to a power of two. */
#ifndef ISHMEMI_UTIL_ALIGN_H
#define ISHMEMI_UTIL_ALIGN_H

#include <stdint.h>

/* The least multiple of the alignment that is not less than the value, if it fits in 64 bits. */
static inline uint64_t ishmemi_align_up(uint64_t value, uint64_t alignment)
{
    return (value + alignment - 1) & ~(alignment - 1);
}

static inline uint64_t ishmemi_align_down(uint64_t value, uint64_t alignment)
{
    return value & ~(alignment - 1);
}

#endif
