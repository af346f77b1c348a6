/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Conversions that are wrong in libclc: saturated ones to an integer, of NaN, which must give 0,
 * and of the first number past the range; and directed ones of integers to float and double, where
 * it compares numbers outside the integers' range.
 */
#include "bits.h"

namespace {

/* The next value away from zero, or towards it. */
template <class F> F step(F value, int by)
{
    typename Bits<F>::type bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits += by;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* Two to the power of the number of the integer's digits. */
template <class F, class T>
constexpr F past_all = 2 * static_cast<F>(T{1} << (8 * sizeof(T) - (T(-1) < 0 ? 2 : 1)));

template <class F, class T> F round_rtn(T value)
{
    const F nearest = static_cast<F>(value);
    if (nearest < past_all<F, T> && static_cast<T>(nearest) <= value)
        return nearest;
    return step(nearest, nearest > 0 ? -1 : 1);
}

template <class F, class T> F round_rtp(T value)
{
    const F nearest = static_cast<F>(value);
    if (nearest >= past_all<F, T> || static_cast<T>(nearest) >= value)
        return nearest;
    return step(nearest, nearest > 0 ? 1 : -1);
}

/* Rounds towards zero.  A number outside the range becomes the nearest end of the range, and NaN
 * becomes 0. */
template <class T, class F> T saturated(F value)
{
    constexpr bool has_sign = T(-1) < 0;
    constexpr F past = past_all<F, T>, before = has_sign ? -past : 0;
    constexpr T most = static_cast<T>(~0UL >> (64 - 8 * sizeof(T) + has_sign));
    return value >= past     ? most
           : value > before  ? static_cast<T>(value)
           : value <= before ? static_cast<T>(has_sign ? -most - 1 : 0)
                             : 0;
}

} // namespace

#define DIRECTED(F, T)                                                \
    F convert_##F##_rtn(T value)                                      \
    {                                                                 \
        return round_rtn<F>(value);                                   \
    }                                                                 \
    F convert_##F##_rtp(T value)                                      \
    {                                                                 \
        return round_rtp<F>(value);                                   \
    }                                                                 \
    F convert_##F##_rtz(T value)                                      \
    {                                                                 \
        return value < 0 ? round_rtp<F>(value) : round_rtn<F>(value); \
    }
DIRECTED(float, int)
DIRECTED(float, uint)
DIRECTED(float, long)
DIRECTED(float, ulong)
DIRECTED(double, long)
DIRECTED(double, ulong)

#define SATURATED(T, F, mode, whole)       \
    T convert_##T##_sat##mode(F value)     \
    {                                      \
        return saturated<T>(whole(value)); \
    }
#define SATURATED_MODES(T, F, suffix)             \
    SATURATED(T, F, , )                           \
    SATURATED(T, F, _rte, __builtin_rint##suffix) \
    SATURATED(T, F, _rtz, )                       \
    SATURATED(T, F, _rtp, __builtin_ceil##suffix) \
    SATURATED(T, F, _rtn, __builtin_floor##suffix)
#define SATURATED_ALL(T)         \
    SATURATED_MODES(T, float, f) \
    SATURATED_MODES(T, double, )
SATURATED_ALL(char)
SATURATED_ALL(uchar)
SATURATED_ALL(short)
SATURATED_ALL(ushort)
SATURATED_ALL(int)
SATURATED_ALL(uint)
SATURATED_ALL(long)
SATURATED_ALL(ulong)
