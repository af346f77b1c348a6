/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that split numbers or go to the next one: each result is exact or rounded once. */
#include "bits.h"

namespace {

template <class T> T next(T from, T to)
{
    using B = typename Bits<T>::type;
    if (from != from || to != to)
        return from + to;
    if (from == to)
        return to;
    B bits;
    __builtin_memcpy(&bits, &from, sizeof bits);
    if (from == 0) {
        bits = 1;
        __builtin_memcpy(&from, &bits, sizeof from);
        return to < 0 ? -from : from;
    }
    bits += (from < to) == (from > 0) ? 1 : -1;
    __builtin_memcpy(&from, &bits, sizeof from);
    return from;
}

/* Less than 1 even if the difference would be rounded to 1. */
template <class T, class Wide> T fraction(Wide x, Wide whole, Wide below_1)
{
    const T made = static_cast<T>(x - whole);
    return x != x           ? static_cast<T>(x)
           : x == whole     ? static_cast<T>(x == 0       ? x
                                             : x - x == 0 ? Wide{0}
                                             : x < 0      ? -Wide{0}
                                                          : Wide{0})
           : made < below_1 ? made
                            : static_cast<T>(below_1);
}

template <class T> T difference(T x, T y)
{
    return x > y ? x - y : x <= y ? 0 : x + y;
}

} // namespace

float nextafter(float from, float to)
{
    return next(from, to);
}

double nextafter(double from, double to)
{
    return next(from, to);
}

half fract(half x, half *whole)
{
    const float below = __builtin_floorf(x);
    *whole = static_cast<half>(below);
    return fraction<half, float>(x, below, 0x1.ffcp-1F);
}

float fract(float x, float *whole)
{
    *whole = __builtin_floorf(x);
    return fraction<float, float>(x, *whole, 0x1.fffffep-1F);
}

double fract(double x, double *whole)
{
    *whole = __builtin_floor(x);
    return fraction<double, double>(x, *whole, 0x1.fffffffffffffp-1);
}

float fdim(float x, float y)
{
    return difference(x, y);
}

double fdim(double x, double y)
{
    return difference(x, y);
}

/* The product is exact in double. */
float ldexp(float x, int by)
{
    const int most = 300; /* exceeds the difference of any two exponents */
    const ulong bits = static_cast<ulong>((by > most    ? most
                                           : by < -most ? -most
                                                        : by) +
                                          1023)
                       << 52;
    double power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return static_cast<float>(x * power);
}
