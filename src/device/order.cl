/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering. */
#include "body/log.h"
#include "body/order.h"
#include "forms.h"

/* Near operations are loads and stores of the caller, so each context's are fenced as all are; far
 * ones go through one ring. */
#define DEFINE_PLAIN(ROUTINE)                                                        \
    ISHMEMI_INLINE void plain_##ROUTINE(ishmem_ctx_t ctx, ishmemi_group_t group,     \
                                        ishmemi_string_t name)                       \
    {                                                                                \
        const uint64_t began = ishmemi_log_begin(ctx);                               \
        ishmemi_##ROUTINE(ctx, group);                                               \
        ishmemi_log_end(ctx, group, name, began, ISHMEMI_LOG_ORDER, 0, -1);          \
    }                                                                                \
    ISHMEMI_COLD int ishmemi_slow_##ROUTINE(ishmem_ctx_t ctx, ishmemi_string_t name) \
    {                                                                                \
        plain_##ROUTINE(ctx, ISHMEMI_WORK_ITEM, name);                               \
        return 0;                                                                    \
    }
DEFINE_PLAIN(fence)
DEFINE_PLAIN(quiet)

/* A kernel may call without a context. */
#define ORDER(CTX, GROUP, NAME, ROUTINE)                       \
    {                                                          \
        const ishmem_ctx_t context = CTX;                      \
        if ((GROUP) != ISHMEMI_WORK_ITEM) {                    \
            plain_##ROUTINE(context, GROUP, NAME);             \
        } else if (context != 0 && ishmemi_is_slow(context)) { \
            ishmemi_slow_##ROUTINE(context, NAME);             \
        } else {                                               \
            ishmemi_##ROUTINE##_near();                        \
        }                                                      \
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
