/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of half that float cannot compute: sums of a product, which float would round twice,
 * and isnormal. */
#include "opencl.h"

/* The product is exact in float.  The sum is rounded to odd there: its lowest bit shows that
 * something was lost, so the second rounding cannot mistake it for a number halfway between two
 * halves. */
half fma(half a, half b, half c)
{
    const float product = static_cast<float>(a) * static_cast<float>(b), added = c;
    float sum = product + added;
    const float part = sum - product, lost = (product - (sum - part)) + (added - part);
    int bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if ((lost > 0 || lost < 0) && bits % 2 == 0)
        bits += (lost > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, sizeof sum);
    return static_cast<half>(sum);
}

half mad(half a, half b, half c)
{
    return fma(a, b, c);
}

/* Every half is normal as a float. */
int isnormal(half x)
{
    short bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    const int exponent = bits & 0x7c00;
    return exponent != 0 && exponent != 0x7c00;
}

#define IS_NORMAL(n)                                               \
    using half##n = half __attribute__((ext_vector_type(n)));      \
    using short##n = short __attribute__((ext_vector_type(n)));    \
    short##n isnormal(half##n x)                                   \
    {                                                              \
        short##n bits;                                             \
        __builtin_memcpy(&bits, &x, sizeof bits);                  \
        bits &= static_cast<short>(0x7c00);                        \
        return (bits != 0) & (bits != static_cast<short>(0x7c00)); \
    }
IS_NORMAL(2)
IS_NORMAL(3)
IS_NORMAL(4)
IS_NORMAL(8)
IS_NORMAL(16)
