/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Combines arrays of types that kernels do not have.
 */
#include "combine.h"

#include <math.h>
#include <stdbool.h>

/* As for other types, max and min of a number and a NaN are the number. */
#define MAX(a, b) fmaxl(a, b)
#define MIN(a, b) fminl(a, b)
#define SUM(a, b) ((a) + (b))
#define PROD(a, b) ((a) * (b))

/* dest may be left. */
#define COMBINE(OP, NAME, TYPE)                                                     \
    static void NAME(TYPE *dest, const TYPE *left, const TYPE *right, size_t count) \
    {                                                                               \
        for (size_t i = 0; i < count; i++) {                                        \
            dest[i] = OP(left[i], right[i]);                                        \
        }                                                                           \
    }
COMBINE(MAX, max_longdouble, long double)
COMBINE(MIN, min_longdouble, long double)
#define SUMS(NAME, TYPE, A)        \
    COMBINE(SUM, sum_##NAME, TYPE) \
    COMBINE(PROD, prod_##NAME, TYPE)
ISHMEMI_LONG_TYPES(SUMS, )
ISHMEMI_COMPLEX_TYPES(SUMS, )

static void combine_longdouble(ishmemi_reduce_op_t op, void *dest, const void *left,
                               const void *right, size_t count)
{
    switch (op) {
    case ISHMEMI_OP_MAX:
        max_longdouble(dest, left, right, count);
        break;
    case ISHMEMI_OP_MIN:
        min_longdouble(dest, left, right, count);
        break;
    case ISHMEMI_OP_SUM:
        sum_longdouble(dest, left, right, count);
        break;
    default:
        prod_longdouble(dest, left, right, count);
        break;
    }
}

void ishmemi_combine_long(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest, const void *left,
                          const void *right, size_t count)
{
    const bool is_sum = op == ISHMEMI_OP_SUM;
    switch (kind) {
    case ISHMEMI_KIND_LONGDOUBLE:
        combine_longdouble(op, dest, left, right, count);
        break;
    case ISHMEMI_KIND_COMPLEXF:
        (is_sum ? sum_complexf : prod_complexf)(dest, left, right, count);
        break;
    default:
        (is_sum ? sum_complexd : prod_complexd)(dest, left, right, count);
        break;
    }
}
