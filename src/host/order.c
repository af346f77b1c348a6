/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fence, quiet and pe_quiet.
 *
 * On a context they order and complete that context's operations.  Where the tile copies, each has
 * ended when its routine returned; where an operation is a store, it may be in the processor's
 * store buffer still, and what drains that is one instruction for all stores of the thread,
 * whatever their context and target: there is no other context's operation to wait for.  Towards far
 * PEs all contexts share one stream of operations, and each orders and completes them all.
 */
#include "transfer.h"

static inline void pe_quiet(const char *routine, const int *target_pes, size_t npes)
{
    ishmemi_check_pes(routine, "target_pes", target_pes, npes);
    if (npes > 0) {
        ishmemi_access->quiet();
    }
    for (size_t i = 0; i < npes; i++) {
        if (ishmemi_far_is(target_pes[i])) {
            ishmemi_far_quiet(routine, target_pes[i]);
        }
    }
}

void ishmem_fence(void)
{
    ishmemi_check_ready("ishmem_fence");
    ishmemi_transfer_fence();
}

void ishmem_ctx_fence(ishmem_ctx_t ctx)
{
    ishmemi_check_ctx("ishmem_ctx_fence", ctx);
    ishmemi_transfer_fence();
}

void ishmem_quiet(void)
{
    static const char routine[] = "ishmem_quiet";
    ishmemi_check_ready(routine);
    ishmemi_transfer_quiet(routine, -1);
}

void ishmem_ctx_quiet(ishmem_ctx_t ctx)
{
    static const char routine[] = "ishmem_ctx_quiet";
    ishmemi_check_ctx(routine, ctx);
    ishmemi_transfer_quiet(routine, -1);
}

void ishmem_pe_quiet(const int *target_pes, size_t npes)
{
    pe_quiet("ishmem_pe_quiet", target_pes, npes);
}

void ishmem_ctx_pe_quiet(ishmem_ctx_t ctx, const int *target_pes, size_t npes)
{
    static const char routine[] = "ishmem_ctx_pe_quiet";
    ishmemi_check_ctx(routine, ctx);
    pe_quiet(routine, target_pes, npes);
}
