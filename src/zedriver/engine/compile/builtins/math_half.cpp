/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of a product for half, rounded once: float alone would round twice. */
#include "opencl.h"

/* The product is exact in float.  The sum is rounded to odd there, that is, its lowest bit says that
 * something was lost, and the second rounding cannot take it for halfway between two halves. */
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
