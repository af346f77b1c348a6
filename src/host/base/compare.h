/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The comparisons of the waiting routines as one test without branches: each ISHMEM_CMP_... of
 * 64-bit integers, signed or not, is "inside an interval" or "outside it".
 */
#ifndef ISHMEMI_COMPARE_H
#define ISHMEMI_COMPARE_H

#include "ishmem/types.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct ishmemi_compare {
    uint64_t flip; /* turns signed order into unsigned order */
    uint64_t low;
    uint64_t span;
    bool outside;
} ishmemi_compare_t;

/* Extends a value of 2, 4 or 8 bytes, in the low bytes, to the 64-bit integer that it
 * represents. */
static inline uint64_t ishmemi_compare_extend(uint64_t value, size_t bytes, bool is_signed)
{
    if (bytes == 4) {
        return is_signed ? (uint64_t)(int64_t)(int32_t)(uint32_t)value : (uint32_t)value;
    }
    if (bytes == 2) {
        return is_signed ? (uint64_t)(int64_t)(int16_t)(uint16_t)value : (uint16_t)value;
    }
    return value;
}

/* cmp must be one of the six. */
static inline ishmemi_compare_t ishmemi_compare_make(bool is_signed, int cmp, uint64_t value)
{
    const uint64_t flip = is_signed ? (uint64_t)1 << 63 : 0;
    const uint64_t bound = value ^ flip;
    const bool from_bound = cmp == ISHMEM_CMP_GE || cmp == ISHMEM_CMP_LT;
    const bool to_bound = cmp == ISHMEM_CMP_LE || cmp == ISHMEM_CMP_GT;
    ishmemi_compare_t compare = {flip, bound, 0, false};
    if (from_bound) {
        compare.span = UINT64_MAX - bound;
    } else if (to_bound) {
        compare.low = 0;
        compare.span = bound;
    }
    compare.outside = cmp == ISHMEM_CMP_NE || cmp == ISHMEM_CMP_LT || cmp == ISHMEM_CMP_GT;
    return compare;
}

/* Compares two values once.  Three bits for each cmp say whether it holds for less, equal and
 * greater.  An unknown cmp, where checks are off, has some result. */
static inline bool ishmemi_compare_once(bool is_signed, int cmp, uint64_t left, uint64_t right)
{
    const uint32_t holds = 2u << 3 * ISHMEM_CMP_EQ | 5u << 3 * ISHMEM_CMP_NE |
                           4u << 3 * ISHMEM_CMP_GT | 6u << 3 * ISHMEM_CMP_GE |
                           1u << 3 * ISHMEM_CMP_LT | 3u << 3 * ISHMEM_CMP_LE;
    const uint64_t flip = is_signed ? (uint64_t)1 << 63 : 0;
    const bool less = (left ^ flip) < (right ^ flip);
    const bool more = (left ^ flip) > (right ^ flip);
    return holds >> ((3 * cmp + 1 + more - less) & 31) & 1;
}

static inline bool ishmemi_compare_holds(const ishmemi_compare_t *compare, uint64_t seen)
{
    return ((seen ^ compare->flip) - compare->low <= compare->span) != compare->outside;
}

#endif
