/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libclc lacks and the compiler cannot derive: conversions to half with
 * their rounding modes (done by libclc's vstore_half), a few functions of half,
 * and counting zeros.
 */
#include "opencl.h"

void vstore_half_rte(float, ulong, half *);
void vstore_half_rtz(float, ulong, half *);
void vstore_half_rtp(float, ulong, half *);
void vstore_half_rtn(float, ulong, half *);
void vstore_half_rte(double, ulong, half *);
void vstore_half_rtz(double, ulong, half *);
void vstore_half_rtp(double, ulong, half *);
void vstore_half_rtn(double, ulong, half *);

/* Integers go by double, which holds exactly every one that half does not overflow on. */
#define CONVERT(mode, T, wide)                 \
    half convert_half_##mode(T value)          \
    {                                          \
        half made;                             \
        vstore_half_##mode(static_cast<wide>(value), 0, &made); \
        return made;                           \
    }
#define CONVERT_ALL(T, wide)                \
    half convert_half(T value)              \
    {                                       \
        return static_cast<half>(value);    \
    }                                       \
    CONVERT(rte, T, wide)                   \
    CONVERT(rtz, T, wide)                   \
    CONVERT(rtp, T, wide)                   \
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

half nextafter(half from, half to)
{
    if (from != from || to != to)
        return from + to;
    if (from == to)
        return to;
    short bits;
    __builtin_memcpy(&bits, &from, sizeof bits);
    if (from == static_cast<half>(0))
        bits = to > from ? short(1) : static_cast<short>(-0x7fff);
    else
        bits = static_cast<short>(bits + ((from < to) == (bits > 0) ? 1 : -1));
    half made;
    __builtin_memcpy(&made, &bits, sizeof made);
    return made;
}

half nan(ushort code)
{
    ushort bits = static_cast<ushort>(0x7e00 | code);
    half made;
    __builtin_memcpy(&made, &bits, sizeof made);
    return made;
}

#define CTZ(T, bits)                                                                  \
    T ctz(T value)                                                                    \
    {                                                                                 \
        return static_cast<T>(value == 0 ? bits                                       \
                                         : __builtin_ctzl(static_cast<ulong>(value))); \
    }
CTZ(char, 8)
CTZ(uchar, 8)
CTZ(short, 16)
CTZ(ushort, 16)
CTZ(int, 32)
CTZ(uint, 32)
CTZ(long, 64)
CTZ(ulong, 64)
