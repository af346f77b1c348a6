/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions and scans of all types; the functions for doubles are in collective_double.cl. */
#include "collective_reduce_body.h"

#define ANY_INTEGER(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_INTEGER, 0)
#define CALL_INTEGER(NAME, GROUP)                                         \
    DEFINE_REDUCE_CALL(NAME, GROUP, ishmemi_library_reduce_words_integer, \
                       ishmemi_library_reduce_slices_integer,             \
                       ishmemi_library_reduce_of_two_integer, ishmemi_library_reduce_any_integer)
#define SCAN_INTEGER(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_INTEGER, 1)
#define SLICES_INTEGER(NAME, GROUP) DEFINE_REDUCE_SLICES(NAME, GROUP, ISHMEMI_CLASS_INTEGER)
DEFINE_REDUCTIONS(integer, ANY_INTEGER, SLICES_INTEGER, CALL_INTEGER, ISHMEMI_CLASS_INTEGER)
FOR_GROUPS(SCAN_INTEGER, ishmemi_library_scan_integer)

#define ANY_FLOAT(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_FLOAT, 0)
#define CALL_FLOAT(NAME, GROUP)                                                                  \
    DEFINE_REDUCE_CALL(NAME, GROUP, ishmemi_library_reduce_words_float,                          \
                       ishmemi_library_reduce_slices_float, ishmemi_library_reduce_of_two_float, \
                       ishmemi_library_reduce_any_float)
#define SCAN_FLOAT(NAME, GROUP) DEFINE_ANY(NAME, GROUP, ISHMEMI_CLASS_FLOAT, 1)
#define SLICES_FLOAT(NAME, GROUP) DEFINE_REDUCE_SLICES(NAME, GROUP, ISHMEMI_CLASS_FLOAT)
DEFINE_REDUCTIONS(float, ANY_FLOAT, SLICES_FLOAT, CALL_FLOAT, ISHMEMI_CLASS_FLOAT)
FOR_GROUPS(SCAN_FLOAT, ishmemi_library_scan_float)

/* ---- Routines ---------------------------------------------------------------------------------- */

/* Calls the family's function for the class of the type. */
#define CALL(FAMILY, COLLECTIVE, GROUP, ROUTINE, KIND_OF, OP, COUNT, SIZE)                         \
    switch (ISHMEMI_CLASS_OF(KIND_OF)) {                                                           \
    case ISHMEMI_CLASS_INTEGER:                                                                    \
        return FAMILY##_integer(GROUP, ROUTINE, ISHMEMI_COLLECTIVE_##COLLECTIVE, KIND_OF, OP,      \
                                team, dest, source, COUNT, SIZE);                                  \
    case ISHMEMI_CLASS_FLOAT:                                                                      \
        return FAMILY##_float(GROUP, ROUTINE, ISHMEMI_COLLECTIVE_##COLLECTIVE, KIND_OF, OP, team,  \
                              dest, source, COUNT, SIZE);                                          \
    default:                                                                                       \
        return FAMILY##_double(GROUP, ROUTINE, ISHMEMI_COLLECTIVE_##COLLECTIVE, KIND_OF, OP, team, \
                               dest, source, COUNT, SIZE);                                         \
    }

#define REDUCE(GROUP, ROUTINE, TYPE, OP)                                                     \
    CALL(ishmemi_library_reduce, REDUCE, GROUP, ROUTINE, ISHMEMI_KIND_OF(TYPE), OP, nreduce, \
         sizeof(TYPE))
#define SCATTER(GROUP, ROUTINE, TYPE, OP)                                                   \
    CALL(ishmemi_library_reduce, REDUCE_SCATTER, GROUP, ROUTINE, ISHMEMI_KIND_OF(TYPE), OP, \
         nreduce, sizeof(TYPE))
#define SCAN(GROUP, ROUTINE, TYPE, COLLECTIVE)                                                    \
    CALL(ishmemi_library_scan, COLLECTIVE, GROUP, ROUTINE, ISHMEMI_KIND_OF(TYPE), ISHMEMI_OP_SUM, \
         nelems, sizeof(TYPE))

#define BODY_and_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_AND)
#define BODY_or_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_OR)
#define BODY_xor_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_XOR)
#define BODY_max_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_MAX)
#define BODY_min_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_MIN)
#define BODY_sum_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_SUM)
#define BODY_prod_reduce(C, GROUP, ROUTINE, N, TYPE, S, A) \
    REDUCE(GROUP, ROUTINE, TYPE, ISHMEMI_OP_PROD)
#define BODY_and_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_AND)
#define BODY_or_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_OR)
#define BODY_xor_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_XOR)
#define BODY_max_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_MAX)
#define BODY_min_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_MIN)
#define BODY_sum_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_SUM)
#define BODY_prod_reduce_scatter(C, GROUP, ROUTINE, N, TYPE, S, A) \
    SCATTER(GROUP, ROUTINE, TYPE, ISHMEMI_OP_PROD)
#define BODY_sum_inscan(C, GROUP, ROUTINE, N, TYPE, S, A) SCAN(GROUP, ROUTINE, TYPE, INSCAN)
#define BODY_sum_exscan(C, GROUP, ROUTINE, N, TYPE, S, A) SCAN(GROUP, ROUTINE, TYPE, EXSCAN)

#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(DEFINE_TYPED_OWN, NAME, TYPE)
#define DEFINE_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(DEFINE_TYPED_OWN, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(DEFINE_ARITH, )

#define KIND_float16 ISHMEMI_KIND_FLOAT16
#define KIND_bfloat16 ISHMEMI_KIND_BFLOAT16
#define BODY_half_max_reduce(C, GROUP, ROUTINE, NAME, TYPE, SIZE, A) \
    CALL(ishmemi_library_reduce, REDUCE, GROUP, ROUTINE, KIND_##NAME, ISHMEMI_OP_MAX, nreduce, SIZE)
#define BODY_half_min_reduce(C, GROUP, ROUTINE, NAME, TYPE, SIZE, A) \
    CALL(ishmemi_library_reduce, REDUCE, GROUP, ROUTINE, KIND_##NAME, ISHMEMI_OP_MIN, nreduce, SIZE)
#define BODY_half_sum_reduce(C, GROUP, ROUTINE, NAME, TYPE, SIZE, A) \
    CALL(ishmemi_library_reduce, REDUCE, GROUP, ROUTINE, KIND_##NAME, ISHMEMI_OP_SUM, nreduce, SIZE)
#define DEFINE_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                          \
    DEFINE_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, BODY_half_##ROUTINE, NAME, TYPE, \
               sizeof(TYPE), sizeof(TYPE))
#define DEFINE_HALVES(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(DEFINE_HALF, NAME, TYPE)
ISHMEMI_REDUCE_HALF_TYPES(DEFINE_HALVES, )
