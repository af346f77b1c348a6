/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Combines all members' elements and stores the result at all members, in one pass: on a GPU, where
 * neighbouring lanes take neighbouring units of 16 bytes, and a lane has the loads of four units on
 * their way, because a load from another GPU takes as long as some hundred computations.
 *
 * The operations are those of shared/collective/combine.h, on vectors.
 */
#ifndef ISHMEM_DEVICE_FOLD_H
#define ISHMEM_DEVICE_FOLD_H

#include "copy.h"

#include "shared/team_block.h"

#define ISHMEMI_FOLDS

#define ISHMEMI_INDEPENDENT
#include "shared/collective/combine.h"

typedef ishmemi_even_vector_t ishmemi_unit_t;

/* What a lane combines at a time, in units with names of their own: an array would lie in memory. */
typedef struct ishmemi_units {
    ishmemi_unit_t first;
    ishmemi_unit_t second;
    ishmemi_unit_t third;
    ishmemi_unit_t fourth;
} ishmemi_units_t;

/* ---- Operations ------------------------------------------------------------------------------ */

/* clang 19 takes the condition of a choice between vectors for one that becomes a scalar. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wconversion"

/* EXPRESSION of x and y, which are vectors of COUNT elements. */
#define ISHMEMI_FOLD_UNIT(TYPE, COUNT, EXPRESSION, left, right)         \
    {                                                                   \
        typedef TYPE vector_t __attribute__((ext_vector_type(COUNT)));  \
        const vector_t x = ISHMEMI_BITS_AS(left, vector_t);             \
        const vector_t y = ISHMEMI_BITS_AS(right, vector_t);            \
        left = ISHMEMI_BITS_AS((vector_t)(EXPRESSION), ishmemi_unit_t); \
    }
#define ISHMEMI_FOLD_UNITS(TYPE, COUNT, EXPRESSION)                         \
    ISHMEMI_FOLD_UNIT(TYPE, COUNT, EXPRESSION, left->first, right->first)   \
    ISHMEMI_FOLD_UNIT(TYPE, COUNT, EXPRESSION, left->second, right->second) \
    ISHMEMI_FOLD_UNIT(TYPE, COUNT, EXPRESSION, left->third, right->third)   \
    ISHMEMI_FOLD_UNIT(TYPE, COUNT, EXPRESSION, left->fourth, right->fourth) \
    break;

#define ISHMEMI_FOLD_INTEGER(BITS, COUNT)                                             \
    ISHMEMI_INLINE void ishmemi_fold_int##BITS(ishmemi_reduce_op_t op, int is_signed, \
                                               ishmemi_units_t *left,                 \
                                               const ishmemi_units_t *right)          \
    {                                                                                 \
        switch (op) {                                                                 \
        case ISHMEMI_OP_AND:                                                          \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x &y)                           \
        case ISHMEMI_OP_OR:                                                           \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x | y)                          \
        case ISHMEMI_OP_XOR:                                                          \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x ^ y)                          \
        case ISHMEMI_OP_SUM:                                                          \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x + y)                          \
        case ISHMEMI_OP_PROD:                                                         \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x *y)                           \
        case ISHMEMI_OP_MAX:                                                          \
            if (is_signed) {                                                          \
                ISHMEMI_FOLD_UNITS(int##BITS##_t, COUNT, x > y ? x : y)               \
            }                                                                         \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x > y ? x : y)                  \
        case ISHMEMI_OP_MIN:                                                          \
            if (is_signed) {                                                          \
                ISHMEMI_FOLD_UNITS(int##BITS##_t, COUNT, x < y ? x : y)               \
            }                                                                         \
            ISHMEMI_FOLD_UNITS(uint##BITS##_t, COUNT, x < y ? x : y)                  \
        }                                                                             \
    }
ISHMEMI_FOLD_INTEGER(32, 4)
ISHMEMI_FOLD_INTEGER(64, 2)

/* Short integers are not inlined, because a product of many would take the registers of all others. */
#define ISHMEMI_FOLD_SHORT(BITS, COUNT)                                                     \
    ISHMEMI_FOLD_INTEGER(BITS, COUNT)                                                       \
    ISHMEMI_APART ishmemi_units_t ishmemi_fold_apart_int##BITS(                             \
        ishmemi_reduce_op_t op, int is_signed, ishmemi_units_t left, ishmemi_units_t right) \
    {                                                                                       \
        ishmemi_fold_int##BITS(op, is_signed, &left, &right);                               \
        return left;                                                                        \
    }
ISHMEMI_FOLD_SHORT(8, 16)
ISHMEMI_FOLD_SHORT(16, 8)

#define ISHMEMI_FOLD_NUMBER(TYPE, COUNT)                                                   \
    ISHMEMI_INLINE void ishmemi_fold_##TYPE(ishmemi_reduce_op_t op, ishmemi_units_t *left, \
                                            const ishmemi_units_t *right)                  \
    {                                                                                      \
        switch (op) {                                                                      \
        case ISHMEMI_OP_SUM:                                                               \
            ISHMEMI_FOLD_UNITS(TYPE, COUNT, x + y)                                         \
        case ISHMEMI_OP_PROD:                                                              \
            ISHMEMI_FOLD_UNITS(TYPE, COUNT, x *y)                                          \
        case ISHMEMI_OP_MAX:                                                               \
            ISHMEMI_FOLD_UNITS(TYPE, COUNT, ((x > y) | (y != y)) ? x : y)                  \
        case ISHMEMI_OP_MIN:                                                               \
            ISHMEMI_FOLD_UNITS(TYPE, COUNT, ((x < y) | (y != y)) ? x : y)                  \
        default:                                                                           \
            break;                                                                         \
        }                                                                                  \
    }
ISHMEMI_FOLD_NUMBER(float, 4)
#ifdef ISHMEMI_WITH_DOUBLE
ISHMEMI_FOLD_NUMBER(double, 2)
#endif

#pragma clang diagnostic pop

/* Two numbers of 16 bits.  Not inlined: sixteen times the conversions would take a GPU's compiler
 * longer than everything else. */
#define ISHMEMI_FOLD_NARROW(NAME)                                                          \
    ISHMEMI_INLINE uint16_t ishmemi_fold_one_##NAME(ishmemi_reduce_op_t op, uint16_t left, \
                                                    uint16_t right)                        \
    {                                                                                      \
        const float x = ishmemi_float_of_##NAME(left);                                     \
        const float y = ishmemi_float_of_##NAME(right);                                    \
        const float less = x < y || y != y ? x : y;                                        \
        const float more = x > y || y != y ? x : y;                                        \
        return ishmemi_##NAME##_of_float(op == ISHMEMI_OP_SUM    ? x + y                   \
                                         : op == ISHMEMI_OP_PROD ? x * y                   \
                                         : op == ISHMEMI_OP_MAX  ? more                    \
                                                                 : less);                   \
    }                                                                                      \
    ISHMEMI_APART uint32_t ishmemi_fold_two_##NAME(ishmemi_reduce_op_t op, uint32_t left,  \
                                                   uint32_t right)                         \
    {                                                                                      \
        const uint32_t low = ishmemi_fold_one_##NAME(op, (uint16_t)left, (uint16_t)right); \
        const uint32_t high =                                                              \
            ishmemi_fold_one_##NAME(op, (uint16_t)(left >> 16), (uint16_t)(right >> 16));  \
        return high << 16 | low;                                                           \
    }                                                                                      \
    ISHMEMI_INLINE ishmemi_unit_t ishmemi_fold_unit_##NAME(                                \
        ishmemi_reduce_op_t op, ishmemi_unit_t left, ishmemi_unit_t right)                 \
    {                                                                                      \
        left.x = ishmemi_fold_two_##NAME(op, left.x, right.x);                             \
        left.y = ishmemi_fold_two_##NAME(op, left.y, right.y);                             \
        left.z = ishmemi_fold_two_##NAME(op, left.z, right.z);                             \
        left.w = ishmemi_fold_two_##NAME(op, left.w, right.w);                             \
        return left;                                                                       \
    }                                                                                      \
    ISHMEMI_INLINE void ishmemi_fold_##NAME(ishmemi_reduce_op_t op, ishmemi_units_t *left, \
                                            const ishmemi_units_t *right)                  \
    {                                                                                      \
        left->first = ishmemi_fold_unit_##NAME(op, left->first, right->first);             \
        left->second = ishmemi_fold_unit_##NAME(op, left->second, right->second);          \
        left->third = ishmemi_fold_unit_##NAME(op, left->third, right->third);             \
        left->fourth = ishmemi_fold_unit_##NAME(op, left->fourth, right->fourth);          \
    }
ISHMEMI_FOLD_NARROW(float16)
ISHMEMI_FOLD_NARROW(bfloat16)

ISHMEMI_INLINE void ishmemi_fold_integers(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                          ishmemi_units_t *left, const ishmemi_units_t *right)
{
    const int is_signed = kind <= ISHMEMI_KIND_INT64;
    switch (kind) {
    case ISHMEMI_KIND_INT8:
    case ISHMEMI_KIND_UINT8:
        *left = ishmemi_fold_apart_int8(op, is_signed, *left, *right);
        break;
    case ISHMEMI_KIND_INT16:
    case ISHMEMI_KIND_UINT16:
        *left = ishmemi_fold_apart_int16(op, is_signed, *left, *right);
        break;
    case ISHMEMI_KIND_INT32:
    case ISHMEMI_KIND_UINT32:
        ishmemi_fold_int32(op, is_signed, left, right);
        break;
    default:
        ishmemi_fold_int64(op, is_signed, left, right);
        break;
    }
}

ISHMEMI_INLINE void ishmemi_fold_floats(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                        ishmemi_units_t *left, const ishmemi_units_t *right)
{
    switch (kind) {
    case ISHMEMI_KIND_FLOAT:
        ishmemi_fold_float(op, left, right);
        break;
    case ISHMEMI_KIND_FLOAT16:
        ishmemi_fold_float16(op, left, right);
        break;
    default:
        ishmemi_fold_bfloat16(op, left, right);
        break;
    }
}

#ifdef ISHMEMI_WITH_DOUBLE
ISHMEMI_INLINE void ishmemi_fold_doubles(ishmemi_kind_t kind, ishmemi_reduce_op_t op,
                                         ishmemi_units_t *left, const ishmemi_units_t *right)
{
    (void)kind;
    ishmemi_fold_double(op, left, right);
}
#endif

/* ---- A lane's units -------------------------------------------------------------------------- */

/* Where a lane's units are, from the first unit of all.  Units beyond the last one are its first
 * one once more, which it loads with the others and does not store. */
typedef struct ishmemi_fold_places {
    size_t first;
    size_t second;
    size_t third;
    size_t fourth;
} ishmemi_fold_places_t;

ISHMEMI_INLINE ishmemi_units_t ishmemi_fold_load(uint64_t from, const ishmemi_fold_places_t *at)
{
    ISHMEMI_GLOBAL const ishmemi_unit_t *const units = (ISHMEMI_GLOBAL const ishmemi_unit_t *)from;
    ishmemi_units_t loaded;
    loaded.first = units[at->first];
    loaded.second = units[at->second];
    loaded.third = units[at->third];
    loaded.fourth = units[at->fourth];
    return loaded;
}

ISHMEMI_INLINE void ishmemi_fold_store(uint64_t to, const ishmemi_fold_places_t *at,
                                       const ishmemi_units_t *values)
{
    ISHMEMI_GLOBAL ishmemi_unit_t *const units = (ISHMEMI_GLOBAL ishmemi_unit_t *)to;
    units[at->first] = values->first;
    if (at->second != at->first) {
        units[at->second] = values->second;
    }
    if (at->third != at->first) {
        units[at->third] = values->third;
    }
    if (at->fourth != at->first) {
        units[at->fourth] = values->fourth;
    }
}

ISHMEMI_INLINE ishmemi_fold_places_t ishmemi_fold_places(size_t unit, size_t lanes, size_t count)
{
    ishmemi_fold_places_t at;
    at.first = unit;
    at.second = unit + lanes < count ? unit + lanes : unit;
    at.third = unit + 2 * lanes < count ? unit + 2 * lanes : unit;
    at.fourth = unit + 3 * lanes < count ? unit + 3 * lanes : unit;
    return at;
}

/* A lane loads the same units of all members before it stores any, and no other lane touches them,
 * so dest may be source. */
#define ISHMEMI_FOLD_FUNCTION(NAME, FOLD)                                                        \
    ISHMEMI_LOOP void NAME(ISHMEMI_GLOBAL const ishmemi_team_t *team, ishmemi_kind_t kind,       \
                           ishmemi_reduce_op_t op, uint64_t dest, uint64_t source, size_t count, \
                           size_t lane, size_t lanes)                                            \
    {                                                                                            \
        ISHMEMI_GLOBAL const int64_t *const delta = (ISHMEMI_GLOBAL const int64_t *)team->delta; \
        const int n = team->n_pes;                                                               \
        for (size_t unit = lane; unit < count; unit += 4 * lanes) {                              \
            const ishmemi_fold_places_t at = ishmemi_fold_places(unit, lanes, count);            \
            ishmemi_units_t result = ishmemi_fold_load(source + (uint64_t)delta[0], &at);        \
            for (int member = 1; member < n; member++) {                                         \
                const ishmemi_units_t theirs =                                                   \
                    ishmemi_fold_load(source + (uint64_t)delta[member], &at);                    \
                FOLD(kind, op, &result, &theirs);                                                \
            }                                                                                    \
            for (int member = 0; member < n; member++) {                                         \
                ishmemi_fold_store(dest + (uint64_t)delta[member], &at, &result);                \
            }                                                                                    \
        }                                                                                        \
    }

/* Two operands of this PE's.  also: 0, or where the result is stored as well. */
#define ISHMEMI_FOLD_PAIR_FUNCTION(NAME, FOLD)                                         \
    ISHMEMI_LOOP void NAME(ishmemi_kind_t kind, ishmemi_reduce_op_t op, uint64_t dest, \
                           uint64_t also, uint64_t left, uint64_t right, size_t count, \
                           size_t lane, size_t lanes)                                  \
    {                                                                                  \
        for (size_t unit = lane; unit < count; unit += 4 * lanes) {                    \
            const ishmemi_fold_places_t at = ishmemi_fold_places(unit, lanes, count);  \
            ishmemi_units_t result = ishmemi_fold_load(left, &at);                     \
            const ishmemi_units_t other = ishmemi_fold_load(right, &at);               \
            FOLD(kind, op, &result, &other);                                           \
            if (also != 0) {                                                           \
                ishmemi_fold_store(also, &at, &result);                                \
            }                                                                          \
            ishmemi_fold_store(dest, &at, &result);                                    \
        }                                                                              \
    }

#define ISHMEMI_FOLD_FUNCTIONS(CLASS)                                        \
    ISHMEMI_FOLD_FUNCTION(ishmemi_fold_shared_##CLASS, ishmemi_fold_##CLASS) \
    ISHMEMI_FOLD_PAIR_FUNCTION(ishmemi_fold_pair_##CLASS, ishmemi_fold_##CLASS)
ISHMEMI_FOLD_FUNCTIONS(integers)
ISHMEMI_FOLD_FUNCTIONS(floats)
#ifdef ISHMEMI_WITH_DOUBLE
ISHMEMI_FOLD_FUNCTIONS(doubles)
#endif

/* See shared/collective/language.h.  All members are near, as they load from each other. */
ISHMEMI_INLINE size_t ishmemi_fold(ishmem_ctx_t ctx, ISHMEMI_GLOBAL const ishmemi_team_t *team,
                                   ishmemi_class_t kinds, ishmemi_kind_t kind,
                                   ishmemi_reduce_op_t op, uint64_t dest, uint64_t source,
                                   size_t bytes, size_t lane, size_t lanes)
{
    const size_t units = bytes / sizeof(ishmemi_unit_t);
    if (!ishmemi_all_copy(ctx) || ((dest | source) & (sizeof(ishmemi_unit_t) - 1)) != 0) {
        return 0;
    }
    switch (kinds) {
    case ISHMEMI_CLASS_INTEGER:
        ishmemi_fold_shared_integers(team, kind, op, dest, source, units, lane, lanes);
        break;
    case ISHMEMI_CLASS_FLOAT:
        ishmemi_fold_shared_floats(team, kind, op, dest, source, units, lane, lanes);
        break;
    case ISHMEMI_CLASS_DOUBLE:
#ifdef ISHMEMI_WITH_DOUBLE
        ishmemi_fold_shared_doubles(team, kind, op, dest, source, units, lane, lanes);
#endif
        break;
    }
    return units * sizeof(ishmemi_unit_t);
}

ISHMEMI_INLINE size_t ishmemi_fold_pair(ishmem_ctx_t ctx, ishmemi_class_t kinds,
                                        ishmemi_kind_t kind, ishmemi_reduce_op_t op, uint64_t dest,
                                        uint64_t also, uint64_t left, uint64_t right, size_t bytes,
                                        size_t lane, size_t lanes)
{
    const size_t units = bytes / sizeof(ishmemi_unit_t);
    if (!ishmemi_all_copy(ctx) ||
        ((dest | also | left | right) & (sizeof(ishmemi_unit_t) - 1)) != 0) {
        return 0;
    }
    switch (kinds) {
    case ISHMEMI_CLASS_INTEGER:
        ishmemi_fold_pair_integers(kind, op, dest, also, left, right, units, lane, lanes);
        break;
    case ISHMEMI_CLASS_FLOAT:
        ishmemi_fold_pair_floats(kind, op, dest, also, left, right, units, lane, lanes);
        break;
    case ISHMEMI_CLASS_DOUBLE:
#ifdef ISHMEMI_WITH_DOUBLE
        ishmemi_fold_pair_doubles(kind, op, dest, also, left, right, units, lane, lanes);
#endif
        break;
    }
    return units * sizeof(ishmemi_unit_t);
}

#endif
