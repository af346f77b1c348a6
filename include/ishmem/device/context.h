/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context handle of kernels, and how a symmetric address becomes an address here.
 */
#ifndef ISHMEM_DEVICE_CONTEXT_H
#define ISHMEM_DEVICE_CONTEXT_H

#include "../state.h"
#include "language.h"

/* A communication context: what the host's ishmem_ctx_t is, as a kernel sees it. */
typedef ISHMEMI_GLOBAL const ishmemi_state_t *ishmem_ctx_t;

/* The address through which this PE reaches PE pe's copy of a symmetric object. */
ISHMEMI_INLINE uint64_t ishmemi_translate(ishmem_ctx_t ctx, uint64_t address, int pe)
{
    ISHMEMI_GLOBAL const int64_t *delta = (ISHMEMI_GLOBAL const int64_t *)ctx->delta;
    return address + (uint64_t)delta[pe];
}

/* ishmem_ptr: 0 where pe does not exist or is not mapped here, or the address is not symmetric. */
ISHMEMI_INLINE uint64_t ishmemi_ptr(ishmem_ctx_t ctx, uint64_t address, int pe)
{
    if (pe < 0 || pe >= ctx->n_pes || address - ctx->heap >= ctx->heap_bytes) {
        return 0;
    }
    if (((ISHMEMI_GLOBAL const int64_t *)ctx->delta)[pe] == ISHMEMI_UNREACHABLE) {
        return 0;
    }
    return ishmemi_translate(ctx, address, pe);
}

#endif
