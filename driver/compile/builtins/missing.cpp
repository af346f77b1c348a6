/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that libclc lacks or gets wrong and that the compiler cannot derive: conversions to
 * half with their rounding modes (libclc's lose numbers smaller than any half), and functions of
 * half that have no other form or return a second result.
 */
#include "opencl.h"

namespace {

short bits_of(half value)
{
    short bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

half half_of(int bits)
{
    short narrow = static_cast<short>(bits);
    half value;
    __builtin_memcpy(&value, &narrow, sizeof value);
    return value;
}

half next_up(half value)
{
    short bits = bits_of(value);
    return half_of(bits == -0x8000 ? 1 : bits < 0 ? bits - 1 : bits + 1);
}

half next_down(half value)
{
    return -next_up(-value);
}

/* The nearest half, or its neighbour if the nearest one is on the wrong side. */
template <class T> half round_rte(T value)
{
    return static_cast<half>(value);
}

template <class T> half round_rtp(T value)
{
    half nearest = static_cast<half>(value);
    return static_cast<T>(nearest) < value ? next_up(nearest) : nearest;
}

template <class T> half round_rtn(T value)
{
    half nearest = static_cast<half>(value);
    return static_cast<T>(nearest) > value ? next_down(nearest) : nearest;
}

template <class T> half round_rtz(T value)
{
    return value < 0 ? round_rtp(value) : round_rtn(value);
}

} // namespace

/* Integers are converted to double first, which represents exactly every integer for which half
 * does not overflow. */
#define CONVERT(mode, T, wide)                         \
    half convert_half_##mode(T value)                  \
    {                                                  \
        return round_##mode(static_cast<wide>(value)); \
    }
#define CONVERT_ALL(T, wide)             \
    half convert_half(T value)           \
    {                                    \
        return static_cast<half>(value); \
    }                                    \
    CONVERT(rte, T, wide)                \
    CONVERT(rtz, T, wide)                \
    CONVERT(rtp, T, wide)                \
    CONVERT(rtn, T, wide)

CONVERT_ALL(char, double)
CONVERT_ALL(uchar, double)
CONVERT_ALL(short, double)
CONVERT_ALL(ushort, double)
CONVERT_ALL(int, double)
CONVERT_ALL(uint, double)
CONVERT_ALL(long, double)
CONVERT_ALL(ulong, double)
CONVERT_ALL(float, float)
CONVERT_ALL(double, double)
CONVERT_ALL(half, float)

#define STORE(T, mode)                                       \
    void vstore_half_##mode(T value, ulong index, half *to)  \
    {                                                        \
        to[index] = round_##mode(value);                     \
    }                                                        \
    void vstorea_half_##mode(T value, ulong index, half *to) \
    {                                                        \
        to[index] = round_##mode(value);                     \
    }
#define STORE_VECTOR(T, n, stride, mode)                             \
    void vstore_half##n##_##mode(T##n value, ulong index, half *to)  \
    {                                                                \
        for (uint i = 0; i < n; i++)                                 \
            to[n * index + i] = round_##mode(value[i]);              \
    }                                                                \
    void vstorea_half##n##_##mode(T##n value, ulong index, half *to) \
    {                                                                \
        for (uint i = 0; i < n; i++)                                 \
            to[stride * index + i] = round_##mode(value[i]);         \
    }
#define STORE_MODES(T, n, stride)                       \
    using T##n = T __attribute__((ext_vector_type(n))); \
    STORE_VECTOR(T, n, stride, rte)                     \
    STORE_VECTOR(T, n, stride, rtz)                     \
    STORE_VECTOR(T, n, stride, rtp)                     \
    STORE_VECTOR(T, n, stride, rtn)
#define STORE_ALL(T)     \
    STORE(T, rte)        \
    STORE(T, rtz)        \
    STORE(T, rtp)        \
    STORE(T, rtn)        \
    STORE_MODES(T, 2, 2) \
    STORE_MODES(T, 3, 4) \
    STORE_MODES(T, 4, 4) \
    STORE_MODES(T, 8, 8) \
    STORE_MODES(T, 16, 16)

STORE_ALL(float)
STORE_ALL(double)

half nextafter(half from, half to)
{
    if (from != from || to != to)
        return from + to;
    return from == to ? to : from < to ? next_up(from) : next_down(from);
}

half nan(ushort code)
{
    return half_of(0x7e00 | code);
}

/* Both results are computed in single precision. */
#define TWO_RESULTS(T, wide, name)                              \
    wide name(wide, wide *);                                    \
    T name(T value, T *other)                                   \
    {                                                           \
        wide wide_other;                                        \
        wide made = name(CONVERT_TO(value, wide), &wide_other); \
        *other = CONVERT_TO(wide_other, T);                     \
        return CONVERT_TO(made, T);                             \
    }
#define TWO_RESULTS_ALL(T, wide) \
    TWO_RESULTS(T, wide, modf)   \
    TWO_RESULTS(T, wide, sincos)
#define TWO_RESULTS_VECTOR(n)                                 \
    using half##n = half __attribute__((ext_vector_type(n))); \
    TWO_RESULTS_ALL(half##n, float##n)

#define CONVERT_TO(value, T) static_cast<T>(value)
TWO_RESULTS_ALL(half, float)
#undef CONVERT_TO
#define CONVERT_TO(value, T) __builtin_convertvector(value, T)
TWO_RESULTS_VECTOR(2)
TWO_RESULTS_VECTOR(3)
TWO_RESULTS_VECTOR(4)
TWO_RESULTS_VECTOR(8)
TWO_RESULTS_VECTOR(16)
