/* SPDX-License-Identifier: BSD-3-Clause */
/* The relations of OpenCL C 2.0's section 6.13.6 whose result is true or false for each lane. */
#ifndef ZED_TEST_RELATION_LIST_H
#define ZED_TEST_RELATION_LIST_H

#define RELATIONS(X)       \
    X(two, isequal)        \
    X(two, isnotequal)     \
    X(two, isgreater)      \
    X(two, isgreaterequal) \
    X(two, isless)         \
    X(two, islessequal)    \
    X(two, islessgreater)  \
    X(one, isfinite)       \
    X(one, isinf)          \
    X(one, isnan)          \
    X(one, isnormal)       \
    X(two, isordered)      \
    X(two, isunordered)    \
    X(one, signbit)

#endif
