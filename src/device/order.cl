/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering. */
#include "body/log.h"
#include "body/order.h"
#include "forms/forms.h"

/* Near operations are loads and stores of the caller, so a fence for one context fences all of
 * them.  Far operations go through one ring. */
#define DEFINE_PLAIN(ROUTINE)                                                            \
    ISHMEMI_INLINE void ishmemi_plain_##ROUTINE(ishmem_ctx_t ctx, ishmemi_group_t group, \
                                                ishmemi_string_t name)                   \
    {                                                                                    \
        const uint64_t began = ishmemi_log_begin(ctx);                                   \
        ishmemi_##ROUTINE(ctx, group);                                                   \
        ishmemi_log_end(ctx, group, name, began, ISHMEMI_LOG_ORDER, 0, -1);              \
    }                                                                                    \
    ISHMEMI_COLD int ishmemi_slow_##ROUTINE(ishmem_ctx_t ctx, ishmemi_string_t name)     \
    {                                                                                    \
        ishmemi_plain_##ROUTINE(ctx, ISHMEMI_WORK_ITEM, name);                           \
        return 0;                                                                        \
    }
DEFINE_PLAIN(fence)
DEFINE_PLAIN(quiet)

/* A kernel may call without a context. */
#define ORDER(CTX, GROUP, NAME, ROUTINE)                       \
    {                                                          \
        const ishmem_ctx_t context = CTX;                      \
        if ((GROUP) != ISHMEMI_WORK_ITEM) {                    \
            ishmemi_plain_##ROUTINE(context, GROUP, NAME);     \
        } else if (context != 0 && ishmemi_is_slow(context)) { \
            ishmemi_slow_##ROUTINE(context, NAME);             \
        } else {                                               \
            ishmemi_##ROUTINE##_near();                        \
        }                                                      \
    }
DEFINE_ORDER(fence, ORDER)
DEFINE_ORDER(quiet, ORDER)

#define BODY_pe_quiet(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_pe_quiet(CTX, GROUP, ROUTINE, target_pes, npes)
DEFINE_ALL(void, ishmem, pe_quiet, pes, BODY_pe_quiet, , int, , )
