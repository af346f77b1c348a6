/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that libclc gets wrong only at the edges: zeros lose their sign, results are too small
 * for a normal number, or arguments are outside its tables. clc_NAME is libclc's own NAME.
 */
#include "opencl.h"

/* Keeps the sign of a zero. */
#define KEEP_ZERO(T, name)                 \
    T clc_##name(T);                       \
    T name(T x)                            \
    {                                      \
        return x == 0 ? x : clc_##name(x); \
    }

KEEP_ZERO(double, asin)
KEEP_ZERO(double, asinpi)
KEEP_ZERO(double, atan)
KEEP_ZERO(double, atanpi)
KEEP_ZERO(double, erf)
KEEP_ZERO(double, expm1)
KEEP_ZERO(double, sin)
KEEP_ZERO(double, tan)

double clc_sincos(double, double *);
double sincos(double x, double *cosine)
{
    const double sine = clc_sincos(x, cosine);
    return x == 0 ? x : sine;
}

/* For integers, sinpi and tanpi are zeros: sinpi has the sign of the angle, and so has tanpi,
 * negated at odd integers; cospi is never a negative zero. */
#define HALF_TURNS(T, floor)                                       \
    T clc_sinpi(T);                                                \
    T clc_cospi(T);                                                \
    T clc_tanpi(T);                                                \
    T sinpi(T x)                                                   \
    {                                                              \
        return x == floor(x) && x - x == 0 ? 0 * x : clc_sinpi(x); \
    }                                                              \
    T cospi(T x)                                                   \
    {                                                              \
        return clc_cospi(x) + 0;                                   \
    }                                                              \
    T tanpi(T x)                                                   \
    {                                                              \
        if (x != floor(x) || x - x != 0)                           \
            return clc_tanpi(x);                                   \
        return x / 2 == floor(x / 2) ? 0 * x : 0 * -x;             \
    }
HALF_TURNS(float, __builtin_floorf)
HALF_TURNS(double, __builtin_floor)

/* In LLVM 21's libclc, the product of a logarithm and a large exponent overflows to the other sign.
 * All exponents from 2^64 on are even, and take every number but 1 to an end of the range. */
static double within_range(double exponent)
{
    constexpr double most = 0x1p64;
    const bool is_finite = exponent - exponent == 0;
    return !is_finite ? exponent : exponent > most ? most : exponent < -most ? -most : exponent;
}

double clc_pow(double, double);
double pow(double x, double y)
{
    return clc_pow(x, within_range(y));
}

double clc_powr(double, double);
double powr(double x, double y)
{
    return clc_powr(x, within_range(y));
}

/* libclc uses an infinity, a NaN or 1e300, converted to an int, as an index into tables. */
static double within_tables(double x)
{
    return x > 1000 ? 1000 : x < -1000 ? -1000 : x == x ? x : 0;
}

#define FINITE(name)                                      \
    double clc_##name(double);                            \
    double name(double x)                                 \
    {                                                     \
        const double made = clc_##name(within_tables(x)); \
        return x == x ? made : x;                         \
    }
FINITE(cosh)
FINITE(sinh)
FINITE(tanh)

double clc_ldexp(double, int);
double ldexp(double x, int by)
{
    const int most = 3000; /* exceeds the difference of any two exponents */
    const double made = clc_ldexp(x, by > most ? most : by < -most ? -most : by);
    return x == x ? made : x;
}

/* Roots of degree 1 and -1 are the only ones that may be subnormal. */
float clc_rootn(float, int);
float rootn(float x, int degree)
{
    return degree == 1 ? x : degree == -1 ? 1 / x : clc_rootn(x, degree);
}

double nan(ulong code)
{
    const ulong bits = 0x7ff8000000000000UL | code;
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* libclc returns 0 for a scalar NaN.  The vector forms are not the scalar one lane by lane. */
#define NORMALIZE_VECTOR(T)      \
    T clc_normalize(T);          \
    T normalize(T x)             \
    {                            \
        return clc_normalize(x); \
    }
#define NORMALIZE(T)                                    \
    T normalize(T x)                                    \
    {                                                   \
        return x > 0 ? 1 : x < 0 ? -1 : x;              \
    }                                                   \
    using T##2 = T __attribute__((ext_vector_type(2))); \
    using T##3 = T __attribute__((ext_vector_type(3))); \
    using T##4 = T __attribute__((ext_vector_type(4))); \
    NORMALIZE_VECTOR(T##2)                              \
    NORMALIZE_VECTOR(T##3)                              \
    NORMALIZE_VECTOR(T##4)
NORMALIZE(float)
NORMALIZE(double)
