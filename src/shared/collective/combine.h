/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Element by element, dest = left op right, of arrays in global memory; dest may be left or right.
 *
 * Integers wrap.  The 16-bit floating-point numbers are computed in float and rounded to nearest,
 * ties to even.  min and max of a number and a NaN are the number, as with C's fmin and fmax.
 *
 * This is a template, from which the language (language.h) makes ishmemi_combine.  Kinds come in
 * classes so that doubles stay apart: they need a device that supports them.  ISHMEMI_INDEPENDENT
 * before a loop says that its iterations are independent.
 */
#ifndef ISHMEM_COLLECTIVE_COMBINE_H
#define ISHMEM_COLLECTIVE_COMBINE_H

#include "task.h"

/* ---- Numbers of 16 bits ---------------------------------------------------------------------- */

ISHMEMI_INLINE float ishmemi_float_of_bits(uint32_t bits)
{
    float value;
    ISHMEMI_COPY_BYTES(&value, &bits, sizeof value);
    return value;
}

ISHMEMI_INLINE uint32_t ishmemi_bits_of_float(float value)
{
    uint32_t bits;
    ISHMEMI_COPY_BYTES(&bits, &value, sizeof bits);
    return bits;
}

ISHMEMI_INLINE float ishmemi_float_of_bfloat16(uint16_t bits)
{
    return ishmemi_float_of_bits((uint32_t)bits << 16);
}

ISHMEMI_INLINE uint16_t ishmemi_bfloat16_of_float(float value)
{
    const uint32_t bits = ishmemi_bits_of_float(value);
    const uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
    const uint32_t quiet_nan = bits | 0x400000u;
    return (uint16_t)(((bits & 0x7fffffffu) > 0x7f800000u ? quiet_nan : rounded) >> 16);
}

/* Below 2^-14 a float16 counts units of 2^-24. */
ISHMEMI_INLINE float ishmemi_float_of_float16(uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    const uint32_t rest = bits & 0x7fffu;
    const uint32_t small = ishmemi_bits_of_float((float)rest * 0x1p-24f);
    const uint32_t normal = (rest << 13) + (112u << 23);
    const uint32_t special = (rest << 13) | 0x7f800000u;
    const uint32_t magnitude = rest < 0x400u ? small : rest >= 0x7c00u ? special : normal;
    return ishmemi_float_of_bits(sign | magnitude);
}

/* Adding 0.5 leaves the units of 2^-24, rounded, in the low bits of the sum. */
ISHMEMI_INLINE uint16_t ishmemi_float16_of_float(float value)
{
    const uint32_t bits = ishmemi_bits_of_float(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t rest = bits & 0x7fffffffu;
    const uint32_t small = ishmemi_bits_of_float(ishmemi_float_of_bits(rest) + 0.5f) - 0x3f000000u;
    const uint32_t normal = (rest - (112u << 23) + 0xfffu + ((rest >> 13) & 1u)) >> 13;
    const uint32_t special = rest > 0x7f800000u ? 0x7e00u : 0x7c00u;
    const uint32_t magnitude = rest < 0x38800000u ? small : rest >= 0x47800000u ? special : normal;
    return (uint16_t)(sign | magnitude);
}

/* ---- One operation on arrays ----------------------------------------------------------------- */

/* Combines elements first, first + step, ... before end.  The computation is in type WORK; IN and
 * OUT convert to it and back. */
#define ISHMEMI_SAME(x) (x)
#define ISHMEMI_COMBINE_LOOP(TYPE, WORK, IN, OUT, EXPRESSION)                    \
    {                                                                            \
        ISHMEMI_GLOBAL TYPE *const d = (ISHMEMI_GLOBAL TYPE *)dest;              \
        ISHMEMI_GLOBAL const TYPE *const l = (ISHMEMI_GLOBAL const TYPE *)left;  \
        ISHMEMI_GLOBAL const TYPE *const r = (ISHMEMI_GLOBAL const TYPE *)right; \
        ISHMEMI_INDEPENDENT                                                      \
        for (size_t i = first; i < end; i += step) {                             \
            const WORK x = (WORK)IN(l[i]);                                       \
            const WORK y = (WORK)IN(r[i]);                                       \
            d[i] = (TYPE)OUT(EXPRESSION);                                        \
        }                                                                        \
        return;                                                                  \
    }
#define ISHMEMI_INTEGER_LOOP(TYPE, WORK, EXPRESSION) \
    ISHMEMI_COMBINE_LOOP(TYPE, WORK, ISHMEMI_SAME, ISHMEMI_SAME, EXPRESSION)

/* Integers of one size.  Most operations are the same for both signs, in unsigned arithmetic wide
 * enough not to be promoted; max and min depend on the sign. */
#define ISHMEMI_COMBINE_INTEGER(BITS, WORK)                                              \
    ISHMEMI_INLINE void ishmemi_combine_int##BITS(                                       \
        ishmemi_reduce_op_t op, int is_signed, ISHMEMI_GLOBAL void *dest,                \
        ISHMEMI_GLOBAL const void *left, ISHMEMI_GLOBAL const void *right, size_t first, \
        size_t end, size_t step)                                                         \
    {                                                                                    \
        switch (op) {                                                                    \
        case ISHMEMI_OP_AND:                                                             \
            ISHMEMI_INTEGER_LOOP(uint##BITS##_t, WORK, x &y)                             \
        case ISHMEMI_OP_OR:                                                              \
            ISHMEMI_INTEGER_LOOP(uint##BITS##_t, WORK, x | y)                            \
        case ISHMEMI_OP_XOR:                                                             \
            ISHMEMI_INTEGER_LOOP(uint##BITS##_t, WORK, x ^ y)                            \
        case ISHMEMI_OP_SUM:                                                             \
            ISHMEMI_INTEGER_LOOP(uint##BITS##_t, WORK, x + y)                            \
        case ISHMEMI_OP_PROD:                                                            \
            ISHMEMI_INTEGER_LOOP(uint##BITS##_t, WORK, x *y)                             \
        case ISHMEMI_OP_MAX:                                                             \
            if (is_signed)                                                               \
                ISHMEMI_INTEGER_LOOP(int##BITS##_t, int##BITS##_t, x > y ? x : y)        \
            else                                                                         \
                ISHMEMI_INTEGER_LOOP(uint##BITS##_t, uint##BITS##_t, x > y ? x : y)      \
        case ISHMEMI_OP_MIN:                                                             \
            if (is_signed)                                                               \
                ISHMEMI_INTEGER_LOOP(int##BITS##_t, int##BITS##_t, x < y ? x : y)        \
            else                                                                         \
                ISHMEMI_INTEGER_LOOP(uint##BITS##_t, uint##BITS##_t, x < y ? x : y)      \
        }                                                                                \
    }

#define ISHMEMI_COMBINE_NUMBER(NAME, TYPE, WORK, IN, OUT)                                   \
    ISHMEMI_INLINE void ishmemi_combine_##NAME(                                             \
        ishmemi_reduce_op_t op, ISHMEMI_GLOBAL void *dest, ISHMEMI_GLOBAL const void *left, \
        ISHMEMI_GLOBAL const void *right, size_t first, size_t end, size_t step)            \
    {                                                                                       \
        switch (op) {                                                                       \
        case ISHMEMI_OP_SUM:                                                                \
            ISHMEMI_COMBINE_LOOP(TYPE, WORK, IN, OUT, x + y)                                \
        case ISHMEMI_OP_PROD:                                                               \
            ISHMEMI_COMBINE_LOOP(TYPE, WORK, IN, OUT, x *y)                                 \
        case ISHMEMI_OP_MAX:                                                                \
            ISHMEMI_COMBINE_LOOP(TYPE, WORK, IN, OUT, x > y || y != y ? x : y)              \
        case ISHMEMI_OP_MIN:                                                                \
            ISHMEMI_COMBINE_LOOP(TYPE, WORK, IN, OUT, x < y || y != y ? x : y)              \
        default:                                                                            \
            return;                                                                         \
        }                                                                                   \
    }

ISHMEMI_COMBINE_INTEGER(8, uint32_t)
ISHMEMI_COMBINE_INTEGER(16, uint32_t)
ISHMEMI_COMBINE_INTEGER(32, uint32_t)
ISHMEMI_COMBINE_INTEGER(64, uint64_t)
ISHMEMI_COMBINE_NUMBER(float, float, float, ISHMEMI_SAME, ISHMEMI_SAME)
ISHMEMI_COMBINE_NUMBER(float16, uint16_t, float, ishmemi_float_of_float16, ishmemi_float16_of_float)
ISHMEMI_COMBINE_NUMBER(bfloat16, uint16_t, float, ishmemi_float_of_bfloat16,
                       ishmemi_bfloat16_of_float)
ISHMEMI_COMBINE_NUMBER(double, double, double, ISHMEMI_SAME, ISHMEMI_SAME)

/* ---- By kind --------------------------------------------------------------------------------- */

ISHMEMI_INLINE void ishmemi_combine_integers(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                             ISHMEMI_GLOBAL void *dest,
                                             ISHMEMI_GLOBAL const void *left,
                                             ISHMEMI_GLOBAL const void *right, size_t first,
                                             size_t end, size_t step)
{
    const int is_signed = kind <= ISHMEMI_KIND_INT64;
    switch (kind) {
    case ISHMEMI_KIND_INT8:
    case ISHMEMI_KIND_UINT8:
        ishmemi_combine_int8(op, is_signed, dest, left, right, first, end, step);
        break;
    case ISHMEMI_KIND_INT16:
    case ISHMEMI_KIND_UINT16:
        ishmemi_combine_int16(op, is_signed, dest, left, right, first, end, step);
        break;
    case ISHMEMI_KIND_INT32:
    case ISHMEMI_KIND_UINT32:
        ishmemi_combine_int32(op, is_signed, dest, left, right, first, end, step);
        break;
    case ISHMEMI_KIND_INT64:
    case ISHMEMI_KIND_UINT64:
        ishmemi_combine_int64(op, is_signed, dest, left, right, first, end, step);
        break;
    default:
        break;
    }
}

ISHMEMI_INLINE void ishmemi_combine_floats(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                           ISHMEMI_GLOBAL void *dest,
                                           ISHMEMI_GLOBAL const void *left,
                                           ISHMEMI_GLOBAL const void *right, size_t first,
                                           size_t end, size_t step)
{
    switch (kind) {
    case ISHMEMI_KIND_FLOAT:
        ishmemi_combine_float(op, dest, left, right, first, end, step);
        break;
    case ISHMEMI_KIND_FLOAT16:
        ishmemi_combine_float16(op, dest, left, right, first, end, step);
        break;
    case ISHMEMI_KIND_BFLOAT16:
        ishmemi_combine_bfloat16(op, dest, left, right, first, end, step);
        break;
    default:
        break;
    }
}

ISHMEMI_INLINE void ishmemi_combine_doubles(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                            ISHMEMI_GLOBAL void *dest,
                                            ISHMEMI_GLOBAL const void *left,
                                            ISHMEMI_GLOBAL const void *right, size_t first,
                                            size_t end, size_t step)
{
    if (kind == ISHMEMI_KIND_DOUBLE) {
        ishmemi_combine_double(op, dest, left, right, first, end, step);
    }
}

#endif
