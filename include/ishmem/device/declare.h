/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the device API declares a routine from the lists of routine_lists.h: in all of its forms, and
 * under its name without a type, which is overloaded.  An overload is one more name for the routine
 * of its type.
 */
#ifndef ISHMEM_DEVICE_DECLARE_H
#define ISHMEM_DEVICE_DECLARE_H

#include "../routine_lists.h"
#include "../types.h"
#include "handle.h"

/* For a work-item, a work-group and a sub-group. */
#define ISHMEMI_DECLARE_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)            \
    RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE));             \
    RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_PARAMETERS_##KIND(TYPE)); \
    RESULT ishmemx_##ROUTINE##_sub_group(ISHMEMI_PARAMETERS_##KIND(TYPE));

/* The same, each without and with a context. */
#define ISHMEMI_DECLARE(RESULT, PREFIX, ROUTINE, KIND, TYPE)                                      \
    ISHMEMI_DECLARE_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)                                      \
    RESULT PREFIX##_ctx_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE));             \
    RESULT ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)); \
    RESULT ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE));

#define ISHMEMI_OVERLOAD(RESULT) RESULT __attribute__((overloadable))

#define ISHMEMI_OVERLOAD_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                          \
    ISHMEMI_OVERLOAD(RESULT)                                                                     \
    PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(#PREFIX "_" #NAME "_" #ROUTINE); \
    ISHMEMI_OVERLOAD(RESULT)                                                                     \
    ishmemx_##ROUTINE##_work_group(ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(                     \
        "ishmemx_" #NAME "_" #ROUTINE "_work_group");                                            \
    ISHMEMI_OVERLOAD(RESULT)                                                                     \
    ishmemx_##ROUTINE##_sub_group(ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(                      \
        "ishmemx_" #NAME "_" #ROUTINE "_sub_group");

#define ISHMEMI_OVERLOAD_ALL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                        \
    ISHMEMI_OVERLOAD_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                            \
    ISHMEMI_OVERLOAD(RESULT)                                                                   \
    PREFIX##_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(             \
        #PREFIX "_ctx_" #NAME "_" #ROUTINE);                                                   \
    ISHMEMI_OVERLOAD(RESULT)                                                                   \
    ishmemx_##ROUTINE##_work_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__( \
        "ishmemx_ctx_" #NAME "_" #ROUTINE "_work_group");                                      \
    ISHMEMI_OVERLOAD(RESULT)                                                                   \
    ishmemx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)) __asm__(  \
        "ishmemx_ctx_" #NAME "_" #ROUTINE "_sub_group");

/* A collective without a team, under its own name and without its type: over the world. */
#define ISHMEMI_OVERLOAD_INLINE(RESULT) \
    static inline __attribute__((overloadable, always_inline)) RESULT
#define ISHMEMI_WORLD_FORM(RESULT, FORM, ROUTINE, KIND, TYPE)              \
    ISHMEMI_OVERLOAD_INLINE(RESULT)                                        \
    FORM(ISHMEMI_PARAMETERS_world_##KIND(TYPE))                            \
    {                                                                      \
        return ROUTINE(ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND); \
    }
#define ISHMEMI_WORLD_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE)                                     \
    ISHMEMI_WORLD_FORM(RESULT, PREFIX##_##ROUTINE, PREFIX##_##ROUTINE, KIND, TYPE)                 \
    ISHMEMI_WORLD_FORM(RESULT, ishmemx_##ROUTINE##_work_group, ishmemx_##ROUTINE##_work_group,     \
                       KIND, TYPE)                                                                 \
    ISHMEMI_WORLD_FORM(RESULT, ishmemx_##ROUTINE##_sub_group, ishmemx_##ROUTINE##_sub_group, KIND, \
                       TYPE)
#define ISHMEMI_OVERLOAD_COLLECTIVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)              \
    ISHMEMI_OVERLOAD_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                         \
    ISHMEMI_WORLD_FORM(RESULT, PREFIX##_##ROUTINE, PREFIX##_##NAME##_##ROUTINE, KIND, TYPE) \
    ISHMEMI_WORLD_FORM(RESULT, ishmemx_##ROUTINE##_work_group,                              \
                       ishmemx_##NAME##_##ROUTINE##_work_group, KIND, TYPE)                 \
    ISHMEMI_WORLD_FORM(RESULT, ishmemx_##ROUTINE##_sub_group,                               \
                       ishmemx_##NAME##_##ROUTINE##_sub_group, KIND, TYPE)

/* What the lists apply. */
#define ISHMEMI_DECLARE_COLLECTIVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_DECLARE_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, TYPE)         \
    ISHMEMI_WORLD_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_DECLARE_COLLECTIVE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_DECLARE_OWN(int, PREFIX, HEAD##SIZE##TAIL, KIND, void)              \
    ISHMEMI_WORLD_OWN(int, PREFIX, HEAD##SIZE##TAIL, KIND, void)
#define ISHMEMI_DECLARE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_DECLARE(RESULT, PREFIX, NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_DECLARE_TYPED_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_DECLARE_OWN(RESULT, PREFIX, NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_DECLARE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_DECLARE(void, PREFIX, HEAD##SIZE##TAIL, KIND, void)

/* The types that OpenCL C tells apart, by which overloads are chosen. */
#define ISHMEMI_OPENCL_BIT_TYPES(X, A) \
    X(uint, uint, A)                   \
    X(ulong, ulong, A)                 \
    X(int32, int, A)                   \
    X(int64, long, A)
#define ISHMEMI_OPENCL_AMO_TYPES(X, A) \
    X(int, int, A)                     \
    X(uint, uint, A)                   \
    X(long, long, A)                   \
    X(ulong, ulong, A)
#define ISHMEMI_OPENCL_WAIT_TYPES(X, A) \
    ISHMEMI_SHORT_TYPES(X, A)           \
    ISHMEMI_OPENCL_AMO_TYPES(X, A)
#define ISHMEMI_OPENCL_EXT_TYPES(X, A) \
    ISHMEMI_AMO_FLOAT_TYPES(X, A)      \
    ISHMEMI_OPENCL_AMO_TYPES(X, A)
#define ISHMEMI_OPENCL_TYPES(X, A) \
    X(char, char, A)               \
    X(uchar, uchar, A)             \
    X(short, short, A)             \
    X(ushort, ushort, A)           \
    ISHMEMI_OPENCL_EXT_TYPES(X, A)
#define ISHMEMI_OPENCL_REDUCE_BIT_TYPES(X, A) \
    X(int8, char, A)                          \
    X(uchar, uchar, A)                        \
    X(int16, short, A)                        \
    X(ushort, ushort, A)                      \
    ISHMEMI_OPENCL_BIT_TYPES(X, A)

#endif
