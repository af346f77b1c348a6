/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering. */
#include "body/order.h"
#include "forms.h"

/* Near operations are loads and stores of the caller, so each context's are fenced as all are; far
 * ones go through one ring. */
#define DEFINE_ORDER(ROUTINE)                                      \
    void ishmem_##ROUTINE(void)                                    \
    {                                                              \
        ishmemi_##ROUTINE(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM);  \
    }                                                              \
    void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx)                    \
    {                                                              \
        ishmemi_##ROUTINE(ctx, ISHMEMI_WORK_ITEM);                 \
    }                                                              \
    void ishmemx_##ROUTINE##_work_group(void)                      \
    {                                                              \
        ishmemi_##ROUTINE(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP); \
    }                                                              \
    void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx)      \
    {                                                              \
        ishmemi_##ROUTINE(ctx, ISHMEMI_WORK_GROUP);                \
    }                                                              \
    void ishmemx_##ROUTINE##_sub_group(void)                       \
    {                                                              \
        ishmemi_##ROUTINE(ISHMEM_CTX_DEFAULT, ISHMEMI_SUB_GROUP);  \
    }                                                              \
    void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx)       \
    {                                                              \
        ishmemi_##ROUTINE(ctx, ISHMEMI_SUB_GROUP);                 \
    }
DEFINE_ORDER(fence)
DEFINE_ORDER(quiet)

#define BODY_pe_quiet(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_pe_quiet(CTX, GROUP, ROUTINE, target_pes, npes)
DEFINE_ALL(void, ishmem, pe_quiet, pes, BODY_pe_quiet, , int, , )
