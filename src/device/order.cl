/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering. */
#include "body/log.h"
#include "body/order.h"
#include "forms.h"

/* Near operations are loads and stores of the caller, so each context's are fenced as all are; far
 * ones go through one ring. */
#define ORDER(CTX, GROUP, NAME, ROUTINE)                                    \
    {                                                                       \
        const uint64_t began = ishmemi_log_begin(CTX);                      \
        ishmemi_##ROUTINE(CTX, GROUP);                                      \
        ishmemi_log_end(CTX, GROUP, NAME, began, ISHMEMI_LOG_ORDER, 0, -1); \
    }
#define DEFINE_ORDER(ROUTINE)                                                                      \
    void ishmem_##ROUTINE(void) ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, "ishmem_" #ROUTINE,   \
                                      ROUTINE) void ishmem_ctx_##ROUTINE(ishmem_ctx_t ctx)         \
        ORDER(ctx, ISHMEMI_WORK_ITEM, "ishmem_ctx_" #ROUTINE,                                      \
              ROUTINE) void ishmemx_##ROUTINE##_work_group(void)                                   \
            ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP, "ishmemx_" #ROUTINE "_work_group",       \
                  ROUTINE) void ishmemx_ctx_##ROUTINE##_work_group(ishmem_ctx_t ctx)               \
                ORDER(ctx, ISHMEMI_WORK_GROUP, "ishmemx_ctx_" #ROUTINE "_work_group",              \
                      ROUTINE) void ishmemx_##ROUTINE##_sub_group(void)                            \
                    ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_SUB_GROUP, "ishmemx_" #ROUTINE "_sub_group", \
                          ROUTINE) void ishmemx_ctx_##ROUTINE##_sub_group(ishmem_ctx_t ctx)        \
                        ORDER(ctx, ISHMEMI_SUB_GROUP, "ishmemx_ctx_" #ROUTINE "_sub_group",        \
                              ROUTINE)
DEFINE_ORDER(fence)
DEFINE_ORDER(quiet)

#define BODY_pe_quiet(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_pe_quiet(CTX, GROUP, ROUTINE, target_pes, npes)
DEFINE_ALL(void, ishmem, pe_quiet, pes, BODY_pe_quiet, , int, , )
