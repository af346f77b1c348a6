/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The type lists of the API, each written once.  A list is an X-macro: it
 * applies X(TYPENAME, TYPE, A) to every member and passes A on unchanged, for
 * anything else that the expansion needs.  Prototypes, definitions, device
 * definitions, overloads and tests all expand from these lists.
 *
 * OpenCL C has no `long long` (its long has 64 bits) and its char is signed:
 * ISHMEMI_LONGLONG, ISHMEMI_ULONGLONG and ISHMEMI_SCHAR absorb that.
 */
#ifndef ISHMEM_TYPE_LISTS_H
#define ISHMEM_TYPE_LISTS_H

#ifdef __OPENCL_C_VERSION__
#define ISHMEMI_SCHAR char
#define ISHMEMI_LONGLONG long
#define ISHMEMI_ULONGLONG ulong
typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#else
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#include <complex>
#endif
#define ISHMEMI_SCHAR signed char
#define ISHMEMI_LONGLONG long long
#define ISHMEMI_ULONGLONG unsigned long long
#endif

/* Standard AMO types that are signed or unsigned integers of 32 or 64 bits. */
#define ISHMEMI_AMO_STD_TYPES(X, A)    \
    X(int, int, A)                     \
    X(long, long, A)                   \
    X(longlong, ISHMEMI_LONGLONG, A)   \
    X(uint, unsigned int, A)           \
    X(ulong, unsigned long, A)         \
    X(ulonglong, ISHMEMI_ULONGLONG, A) \
    X(int32, int32_t, A)               \
    X(int64, int64_t, A)               \
    X(uint32, uint32_t, A)             \
    X(uint64, uint64_t, A)             \
    X(size, size_t, A)                 \
    X(ptrdiff, ptrdiff_t, A)

/* Types of waits and tests: the standard AMO types, and integers of 16 bits, which puts can set. */
#define ISHMEMI_SHORT_TYPES(X, A) \
    X(short, short, A)            \
    X(ushort, unsigned short, A)
#define ISHMEMI_WAIT_TYPES(X, A) \
    ISHMEMI_SHORT_TYPES(X, A)    \
    ISHMEMI_AMO_STD_TYPES(X, A)

/* Floating-point AMO types. */
#define ISHMEMI_AMO_FLOAT_TYPES(X, A) \
    X(float, float, A)                \
    X(double, double, A)

/* Extended AMO types: the standard ones and floating point. */
#define ISHMEMI_AMO_EXT_TYPES(X, A) \
    ISHMEMI_AMO_FLOAT_TYPES(X, A)   \
    ISHMEMI_AMO_STD_TYPES(X, A)

/* Bitwise AMO types. */
#define ISHMEMI_AMO_BIT_TYPES(X, A)    \
    X(uint, unsigned int, A)           \
    X(ulong, unsigned long, A)         \
    X(ulonglong, ISHMEMI_ULONGLONG, A) \
    X(int32, int32_t, A)               \
    X(int64, int64_t, A)               \
    X(uint32, uint32_t, A)             \
    X(uint64, uint64_t, A)

/* Standard RMA types. */
#define ISHMEMI_RMA_TYPES(X, A)  \
    X(char, char, A)             \
    X(schar, ISHMEMI_SCHAR, A)   \
    X(short, short, A)           \
    X(uchar, unsigned char, A)   \
    X(ushort, unsigned short, A) \
    X(int8, int8_t, A)           \
    X(int16, int16_t, A)         \
    X(uint8, uint8_t, A)         \
    X(uint16, uint16_t, A)       \
    ISHMEMI_AMO_EXT_TYPES(X, A)

#ifndef __OPENCL_C_VERSION__
/* Types of the host alone, which kernels and command lists do not have: numbers of more than 64
 * bits, and complex ones, for which there are sums and products.  In C++ they are those of
 * <complex>, which have the same layout. */
#ifdef __cplusplus
typedef std::complex<float> ishmem_complexf_t;
typedef std::complex<double> ishmem_complexd_t;
#else
typedef float _Complex ishmem_complexf_t;
typedef double _Complex ishmem_complexd_t;
#endif
#define ISHMEMI_LONG_TYPES(X, A) X(longdouble, long double, A)
#define ISHMEMI_COMPLEX_TYPES(X, A)   \
    X(complexf, ishmem_complexf_t, A) \
    X(complexd, ishmem_complexd_t, A)
/* Standard RMA types of the host, and types of its sums and products. */
#define ISHMEMI_HOST_RMA_TYPES(X, A) \
    ISHMEMI_LONG_TYPES(X, A)         \
    ISHMEMI_RMA_TYPES(X, A)
#define ISHMEMI_HOST_SUM_TYPES(X, A) \
    ISHMEMI_COMPLEX_TYPES(X, A)      \
    ISHMEMI_HOST_RMA_TYPES(X, A)
#endif

/* Types of bitwise reductions: those that OpenSHMEM has, and all; and of arithmetic ones, which
 * include all RMA types. */
#define ISHMEMI_REDUCE_STD_BIT_TYPES(X, A) \
    X(uchar, unsigned char, A)             \
    X(ushort, unsigned short, A)           \
    X(uint, unsigned int, A)               \
    X(ulong, unsigned long, A)             \
    X(ulonglong, ISHMEMI_ULONGLONG, A)     \
    X(int8, int8_t, A)                     \
    X(int16, int16_t, A)                   \
    X(int32, int32_t, A)                   \
    X(int64, int64_t, A)                   \
    X(uint8, uint8_t, A)                   \
    X(uint16, uint16_t, A)                 \
    X(uint32, uint32_t, A)                 \
    X(uint64, uint64_t, A)                 \
    X(size, size_t, A)
#define ISHMEMI_REDUCE_BIT_TYPES(X, A) \
    ISHMEMI_REDUCE_STD_BIT_TYPES(X, A) \
    X(schar, ISHMEMI_SCHAR, A)
#define ISHMEMI_REDUCE_ARITH_TYPES(X, A) ISHMEMI_RMA_TYPES(X, A)

/* Floating-point numbers of 16 bits, for which C has no type: a uint16_t holds their bits. */
#define ISHMEMI_REDUCE_HALF_TYPES(X, A) \
    X(float16, uint16_t, A)             \
    X(bfloat16, uint16_t, A)

/* The lists in words, for compile-time errors of names without a type. */
#define ISHMEMI_NEEDS_RMA                                                  \
    "char, short, int, long, long long, their signed and unsigned forms, " \
    "float and double"
#define ISHMEMI_NEEDS_HOST_RMA                                             \
    "char, short, int, long, long long, their signed and unsigned forms, " \
    "float, double and long double"
#define ISHMEMI_NEEDS_HOST_SUM ISHMEMI_NEEDS_HOST_RMA ", and complex float and double"
#define ISHMEMI_NEEDS_STD "int, long, long long and their unsigned forms"
#define ISHMEMI_NEEDS_WAIT "short, " ISHMEMI_NEEDS_STD
#define ISHMEMI_NEEDS_EXT ISHMEMI_NEEDS_STD ", float and double"
#define ISHMEMI_NEEDS_BIT "unsigned int, unsigned long, unsigned long long, int32_t and int64_t"
#define ISHMEMI_NEEDS_REDUCE_BIT "the unsigned integers and int8_t, int16_t, int32_t and int64_t"

/* Element sizes, in bits, of the routines with a size in their name: X(SIZE, bytes). */
#define ISHMEMI_SIZES(X, A) \
    X(8, 1, A)              \
    X(16, 2, A)             \
    X(32, 4, A)             \
    X(64, 8, A)             \
    X(128, 16, A)

#endif
