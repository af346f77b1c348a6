/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions of OpenCL C 2.0's section 6.13.2, one row each: shape, name, and how far a result
 * of float, double and half may be from the exact one, in units in the last place (sections 7.4 and
 * 9.5.12 of the extensions, full profile). 0 means the correctly rounded value.  Kernels and
 * references expand these rows.
 *
 * Where the standard leaves the bound to the implementation, the row has our bound.
 */
#ifndef ZED_TEST_MATH_LIST_H
#define ZED_TEST_MATH_LIST_H

#define MATH_CIRCULAR(X)        \
    X(unary, acos, 4, 4, 2)     \
    X(unary, acospi, 5, 5, 2)   \
    X(unary, asin, 4, 4, 2)     \
    X(unary, asinpi, 5, 5, 2)   \
    X(unary, atan, 5, 5, 2)     \
    X(unary, atanpi, 5, 5, 2)   \
    X(binary, atan2, 6, 6, 2)   \
    X(binary, atan2pi, 6, 6, 2) \
    X(unary, cospi, 4, 4, 2)    \
    X(unary, sinpi, 4, 4, 2)    \
    X(unary, tanpi, 6, 6, 2)

#define MATH_ANGLES(X)     \
    X(unary, cos, 4, 4, 2) \
    X(unary, sin, 4, 4, 2) \
    X(unary, tan, 5, 5, 2) \
    X(unary_second, sincos, 4, 4, 2)

#define MATH_HYPERBOLIC(X)   \
    X(unary, acosh, 4, 4, 2) \
    X(unary, asinh, 4, 4, 2) \
    X(unary, atanh, 5, 5, 2) \
    X(unary, cosh, 4, 4, 2)  \
    X(unary, sinh, 4, 4, 2)  \
    X(unary, tanh, 5, 5, 2)

#define MATH_EXPONENTIAL(X)  \
    X(unary, exp, 3, 3, 2)   \
    X(unary, exp2, 3, 3, 2)  \
    X(unary, exp10, 3, 3, 2) \
    X(unary, expm1, 3, 3, 2) \
    X(unary, log, 3, 3, 2)   \
    X(unary, log2, 3, 3, 2)  \
    X(unary, log10, 3, 3, 2) \
    X(unary, log1p, 2, 2, 2) \
    X(unary, cbrt, 2, 2, 2)  \
    X(unary, rsqrt, 2, 2, 1) \
    X(unary, sqrt, 0, 0, 0)  \
    X(binary, hypot, 4, 4, 2)

#define MATH_POWERS(X)             \
    X(binary, pow, 16, 16, 4)      \
    X(binary, powr, 16, 16, 4)     \
    X(binary_int, pown, 16, 16, 4) \
    X(binary_int, rootn, 16, 16, 4)

#define MATH_SPECIAL(X)         \
    X(unary, erf, 16, 16, 4)    \
    X(unary, erfc, 16, 16, 4)   \
    X(unary, tgamma, 16, 16, 4) \
    X(unary, lgamma, 16, 16, 4) \
    X(unary_int, lgamma_r, 16, 16, 4)

#define MATH_ROUNDING(X)            \
    X(unary, ceil, 0, 0, 0)         \
    X(unary, floor, 0, 0, 0)        \
    X(unary, rint, 0, 0, 0)         \
    X(unary, round, 0, 0, 0)        \
    X(unary, trunc, 0, 0, 0)        \
    X(unary, fabs, 0, 0, 0)         \
    X(unary, logb, 0, 0, 0)         \
    X(unary_second, fract, 0, 0, 0) \
    X(unary_second, modf, 0, 0, 0)  \
    X(unary_int, frexp, 0, 0, 0)    \
    X(to_int, ilogb, 0, 0, 0)       \
    X(from_bits, nan, 0, 0, 0)      \
    X(binary_int, ldexp, 0, 0, 0)

#define MATH_PAIRS(X)             \
    X(binary, copysign, 0, 0, 0)  \
    X(binary, fdim, 0, 0, 0)      \
    X(binary, nextafter, 0, 0, 0) \
    X(ternary, fma, 0, 0, 0)      \
    X(ternary, mad, 0, 0, 0)

#define MATH_REMAINDERS(X)        \
    X(binary, fmod, 0, 0, 0)      \
    X(binary, remainder, 0, 0, 0) \
    X(binary_quotient, remquo, 0, 0, 0)

#define MATH_FUNCTIONS(X) \
    MATH_CIRCULAR(X)      \
    MATH_ANGLES(X)        \
    MATH_HYPERBOLIC(X)    \
    MATH_EXPONENTIAL(X)   \
    MATH_POWERS(X)        \
    MATH_SPECIAL(X)       \
    MATH_ROUNDING(X)      \
    MATH_PAIRS(X)         \
    MATH_REMAINDERS(X)

#define MATH_EXTREMES(X)       \
    X(binary, fmax, 0, 0, 0)   \
    X(binary, fmin, 0, 0, 0)   \
    X(binary, maxmag, 0, 0, 0) \
    X(binary, minmag, 0, 0, 0)

/* half_NAME and native_NAME, only for float.  The standard leaves the bound of native_NAME to the
 * implementation; ours is the bound of half_NAME. */
#define MATH_COARSE_NAMES(X) \
    X(unary, cos)            \
    X(binary, divide)        \
    X(unary, exp)            \
    X(unary, exp2)           \
    X(unary, exp10)          \
    X(unary, log)            \
    X(unary, log2)           \
    X(unary, log10)          \
    X(binary, powr)          \
    X(unary, recip)          \
    X(unary, rsqrt)          \
    X(unary, sin)            \
    X(unary, sqrt)           \
    X(unary, tan)

#endif
