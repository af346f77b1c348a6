/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fence, quiet and pe_quiet.
 *
 * On a context they order and complete that context's operations.  Where the tile copies, each has
 * ended when its routine returned; where an operation is a store, it may be in the processor's
 * store buffer still, and what drains that is one instruction for all stores of the thread,
 * whatever their context and target: there is no other context's operation to wait for.
 */
#include "transfer.h"

static inline void fence(void)
{
    /* Where the tile copies, operations have ended in order already. */
    ishmemi_mapped_fence();
}

static inline void pe_quiet(const char *routine, const int *target_pes, size_t npes)
{
    ishmemi_check_pes(routine, "target_pes", target_pes, npes);
    if (npes > 0) {
        ishmemi_access->quiet();
    }
}

void ishmem_fence(void)
{
    ishmemi_check_ready("ishmem_fence");
    fence();
}

void ishmem_ctx_fence(ishmem_ctx_t ctx)
{
    ishmemi_check_ctx("ishmem_ctx_fence", ctx);
    fence();
}

void ishmem_quiet(void)
{
    ishmemi_check_ready("ishmem_quiet");
    ishmemi_access->quiet();
}

void ishmem_ctx_quiet(ishmem_ctx_t ctx)
{
    ishmemi_check_ctx("ishmem_ctx_quiet", ctx);
    ishmemi_access->quiet();
}

void ishmem_pe_quiet(const int *target_pes, size_t npes)
{
    pe_quiet("ishmem_pe_quiet", target_pes, npes);
}

void ishmem_ctx_pe_quiet(ishmem_ctx_t ctx, const int *target_pes, size_t npes)
{
    static const char routine[] = "ishmem_ctx_pe_quiet";
    ishmemi_check_ctx(routine, ctx);
    if (ctx == ishmemi_job.default_ctx) {
        pe_quiet(routine, target_pes, npes);
        return;
    }
    ishmemi_check_local(routine, "target_pes", target_pes, npes, sizeof *target_pes);
    for (size_t i = 0; i < npes; i++) {
        const int pe = ishmemi_context_pe(routine, ctx, target_pes[i]);
        pe_quiet(routine, &pe, 1);
    }
}
