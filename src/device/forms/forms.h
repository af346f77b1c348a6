/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the device library defines a routine in all of its forms: each form is one line, the macro
 *
 *     BODY(ctx, group, routine, NAME, TYPE, size, alignment)
 *
 * with the routine's parameters under the names that they have in routine_lists.h.
 */
#ifndef ISHMEMI_DEVICE_FORMS_H
#define ISHMEMI_DEVICE_FORMS_H

#include "ishmem_device.h"

/* For a work-item, a work-group and a sub-group. */
#define DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)              \
    RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE))                                    \
    {                                                                                             \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, #PREFIX "_" #ROUTINE, NAME, TYPE, SIZE,       \
             ALIGNMENT);                                                                          \
    }                                                                                             \
    RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_PARAMETERS_##KIND(TYPE))                        \
    {                                                                                             \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, "ishmemx_" #ROUTINE "_work_group", NAME,     \
             TYPE, SIZE, ALIGNMENT);                                                              \
    }                                                                                             \
    RESULT ishmemx_##ROUTINE##_sub_group(ISHMEMI_PARAMETERS_##KIND(TYPE))                         \
    {                                                                                             \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_SUB_GROUP, "ishmemx_" #ROUTINE "_sub_group", NAME, TYPE, \
             SIZE, ALIGNMENT);                                                                    \
    }

/* The same, each without and with a context. */
#define DEFINE_ALL(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)             \
    DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)                 \
    RESULT PREFIX##_ctx_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE))             \
    {                                                                                            \
        BODY(ctx, ISHMEMI_WORK_ITEM, #PREFIX "_ctx_" #ROUTINE, NAME, TYPE, SIZE, ALIGNMENT);     \
    }                                                                                            \
    RESULT ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)) \
    {                                                                                            \
        BODY(ctx, ISHMEMI_WORK_GROUP, "ishmemx_ctx_" #ROUTINE "_work_group", NAME, TYPE, SIZE,   \
             ALIGNMENT);                                                                         \
    }                                                                                            \
    RESULT ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE))  \
    {                                                                                            \
        BODY(ctx, ISHMEMI_SUB_GROUP, "ishmemx_ctx_" #ROUTINE "_sub_group", NAME, TYPE, SIZE,     \
             ALIGNMENT);                                                                         \
    }

/* fence, quiet: without arguments.  ORDER(CTX, GROUP, NAME, ROUTINE) is the body. */
#define DEFINE_ORDER(ROUTINE, ORDER)                                                              \
    void ishmem_##ROUTINE(void)                                                                   \
    {                                                                                             \
        ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, "ishmem_" #ROUTINE, ROUTINE)                 \
    }                                                                                             \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx)                                                   \
    {                                                                                             \
        ORDER(ctx, ISHMEMI_WORK_ITEM, "ishmem_ctx_" #ROUTINE, ROUTINE)                            \
    }                                                                                             \
    void ishmemx_##ROUTINE##_work_group(void)                                                     \
    {                                                                                             \
        ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, "ishmemx_" #ROUTINE "_work_group", ROUTINE) \
    }                                                                                             \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx)                                     \
    {                                                                                             \
        ORDER(ctx, ISHMEMI_WORK_GROUP, "ishmemx_ctx_" #ROUTINE "_work_group", ROUTINE)            \
    }                                                                                             \
    void ishmemx_##ROUTINE##_sub_group(void)                                                      \
    {                                                                                             \
        ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_SUB_GROUP, "ishmemx_" #ROUTINE "_sub_group", ROUTINE)   \
    }                                                                                             \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx)                                      \
    {                                                                                             \
        ORDER(ctx, ISHMEMI_SUB_GROUP, "ishmemx_ctx_" #ROUTINE "_sub_group", ROUTINE)              \
    }
/* sync_all, barrier_all. */
#define DEFINE_BARE(ROUTINE, BODY) DEFINE_OWN(void, ishmem, ROUTINE, nothing, BODY, , void, , )

/* In front of a routine that only work-items call. */
#define DEFINE_ITEM

#include "typed.h"

#endif
