/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Integer functions that libclc lacks (the high half of a product plus a third number, and trailing
 * zeros), and functions that are wrong in libclc near the ends of the range.
 */
#include "opencl.h"

#define INTEGER(T, bits)                                                                      \
    T mul_hi(T, T);                                                                           \
    T mad_hi(T a, T b, T c)                                                                   \
    {                                                                                         \
        return static_cast<T>(static_cast<ulong>(mul_hi(a, b)) + static_cast<ulong>(c));      \
    }                                                                                         \
    T ctz(T value)                                                                            \
    {                                                                                         \
        return static_cast<T>(value == 0 ? bits : __builtin_ctzl(static_cast<ulong>(value))); \
    }
INTEGER(char, 8)
INTEGER(uchar, 8)
INTEGER(short, 16)
INTEGER(ushort, 16)
INTEGER(int, 32)
INTEGER(uint, 32)
INTEGER(long, 64)
INTEGER(ulong, 64)

/* For 0 and the least number, libclc returns the least number. */
int sub_sat(int a, int b)
{
    return __builtin_elementwise_sub_sat(a, b);
}

long sub_sat(long a, long b)
{
    return __builtin_elementwise_sub_sat(a, b);
}

/* Computes the sum in 128 bits; it fits in 64 if all bits of its high half equal the low half's
 * sign. */
long mad_sat(long a, long b, long c)
{
    constexpr long most = 0x7fffffffffffffff;
    const ulong product = static_cast<ulong>(a) * static_cast<ulong>(b);
    const ulong low = product + static_cast<ulong>(c);
    const long high = mul_hi(a, b) + (c < 0 ? -1 : 0) + (low < product ? 1 : 0);
    if (high == static_cast<long>(low) >> 63)
        return static_cast<long>(low);
    return high < 0 ? -most - 1 : most;
}
