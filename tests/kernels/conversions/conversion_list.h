/* SPDX-License-Identifier: BSD-3-Clause */
/* Types and roundings of conversions, OpenCL C 2.0's section 6.2.3: names in kernels and on the host. */
#ifndef ZED_TEST_CONVERSION_LIST_H
#define ZED_TEST_CONVERSION_LIST_H

#define INTEGER_TYPES(X) \
    X(char, int8_t)      \
    X(uchar, uint8_t)    \
    X(short, int16_t)    \
    X(ushort, uint16_t)  \
    X(int, int32_t)      \
    X(uint, uint32_t)    \
    X(long, int64_t)     \
    X(ulong, uint64_t)

#define FLOATING_TYPES(X) \
    X(half, Half)         \
    X(float, float)       \
    X(double, double)

/* The mode that stands for none comes first. */
#define ROUNDINGS(X, to, from) \
    X(, none, to, from)        \
    X(_rte, rte, to, from)     \
    X(_rtz, rtz, to, from)     \
    X(_rtp, rtp, to, from)     \
    X(_rtn, rtn, to, from)

#endif
