/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The integer functions of OpenCL C 2.0's section 6.13.3, one row each: shape, the function's name,
 * and the row's own name.  A shape says which arguments are vectors. mad24 and mul24, which have
 * arguments of 32 bits with values of 24 bits, have their own lists, and so has upsample.
 */
#ifndef ZED_TEST_INTEGER_LIST_H
#define ZED_TEST_INTEGER_LIST_H

#define INTEGER_FUNCTIONS(X)          \
    X(one, abs, abs)                  \
    X(two, abs_diff, abs_diff)        \
    X(two, add_sat, add_sat)          \
    X(three, clamp, clamp)            \
    X(three_scalars, clamp, clamp_to) \
    X(one, clz, clz)                  \
    X(one, ctz, ctz)                  \
    X(two, hadd, hadd)                \
    X(three, mad_hi, mad_hi)          \
    X(three, mad_sat, mad_sat)        \
    X(two, max, max)                  \
    X(two_scalars, max, max_of)       \
    X(two, min, min)                  \
    X(two_scalars, min, min_of)       \
    X(two, mul_hi, mul_hi)            \
    X(one, popcount, popcount)        \
    X(two, rhadd, rhadd)              \
    X(two, rotate, rotate)            \
    X(two, sub_sat, sub_sat)

#define INTEGER_FUNCTIONS_24(X) \
    X(two_short, mul24, mul24)  \
    X(three_short, mad24, mad24)

#endif
