/* SPDX-License-Identifier: BSD-3-Clause */
/* Exponentials of float whose results may be subnormal; libclc returns zeros for these. */
#include "opencl.h"

#pragma clang fp contract(on)

namespace {

constexpr float log2_e = 1.44269504F;
/* ln 2 in two parts: multiples of the first one by a small integer are exact. */
constexpr float ln_2_high = 0x1.62e4p-1F, ln_2_low = 0x1.7f7d1cp-20F, ln_2 = 0x1.62e43p-1F;
/* A number added to this is rounded to an integer, which is in the lowest bits of the sum. */
constexpr float rounder = 0x1.8p23F;

uint bits_of(float value)
{
    uint bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

float power_of_2(int exponent)
{
    const uint bits = static_cast<uint>(exponent + 127) << 23;
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* e^x for |x| <= ln 2 / 2, by the series. */
float near_zero(float x)
{
    float sum = 1 / 5040.0F;
    sum = sum * x + 1 / 720.0F;
    sum = sum * x + 1 / 120.0F;
    sum = sum * x + 1 / 24.0F;
    sum = sum * x + 1 / 6.0F;
    sum = sum * x + 0.5F;
    sum = sum * x * x + x;
    return 1 + sum;
}

/* Uses two factors, because a single one may be out of range.  Only the second product is
 * rounded. */
float scaled(float value, int exponent)
{
    const int first = exponent >> 1;
    return value * power_of_2(first) * power_of_2(exponent - first);
}

/* e^x * 2^more for x in the range of int */
float exponential(float x, int more)
{
    const float shifted = x * log2_e + rounder, turns = shifted - rounder;
    const float rest = x - turns * ln_2_high - turns * ln_2_low;
    return scaled(near_zero(rest), static_cast<int>(bits_of(shifted) - bits_of(rounder)) + more);
}

float clamped(float x, float least, float most)
{
    return x < least ? least : x > most ? most : x;
}

} // namespace

float exp(float x)
{
    return exponential(clamped(x, -105, 90), 0);
}

float exp2(float x)
{
    x = clamped(x, -152, 129);
    const float shifted = x + rounder;
    return scaled(near_zero((x - (shifted - rounder)) * ln_2),
                  static_cast<int>(bits_of(shifted) - bits_of(rounder)));
}

/* For larger numbers uses the asymptotic series, e^(-x^2) / (x sqrt(pi)) * (1 - 1/(2x^2) +
 * 3/(2x^2)^2 - ...): libclc loses subnormal results, and just below 8 it is off by 60 units. */
float clc_erfc(float);
float erfc(float x)
{
    if (!(x > 7))
        return clc_erfc(x);
    const int more = 64;
    x = clamped(x, 7, 11);
    const float square = x * x, lost = __builtin_fmaf(x, x, -square), part = 0.5F / square;
    const float series =
        1 - part * (1 - part * (3 - part * (15 - part * (105 - part * (945 - part * 10395)))));
    const float product = exponential(-square, more) * (1 - lost) * series * 0.564189584F / x;
    return product * power_of_2(-more);
}
