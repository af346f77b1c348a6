/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The common functions of OpenCL C 2.0's section 6.13.4, one row each: which arguments are scalars
 * beside vectors, the function's name, the row's own name, and the bound in units in the last
 * place. 0 means the correctly rounded value.  The standard gives no bound for mix and smoothstep;
 * ours is relative to the largest number that their formulas add.
 */
#ifndef ZED_TEST_COMMON_LIST_H
#define ZED_TEST_COMMON_LIST_H

#define COMMON_FUNCTIONS(X)             \
    X(one, degrees, degrees, 2)         \
    X(one, radians, radians, 2)         \
    X(one, sign, sign, 0)               \
    X(three, mix, mix, 4)               \
    X(three_last, mix, mix_by, 4)       \
    X(two, step, step, 0)               \
    X(two_first, step, step_at, 0)      \
    X(three, smoothstep, smoothstep, 8) \
    X(three_first, smoothstep, smoothstep_between, 8)

#define COMMON_EXTREMES(X)      \
    X(two, max, max, 0)         \
    X(two_last, max, max_of, 0) \
    X(two, min, min, 0)         \
    X(two_last, min, min_of, 0) \
    X(three, clamp, clamp, 0)   \
    X(three_both_last, clamp, clamp_to, 0)

#endif
