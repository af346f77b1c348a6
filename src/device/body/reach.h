/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a symmetric address becomes an address here, and how waits notice the end of the job.
 */
#ifndef ISHMEM_DEVICE_REACH_H
#define ISHMEM_DEVICE_REACH_H

#include "language.h"
#include "shared/state.h"

/* PE pe's delta: the difference between this PE's address of a symmetric object and the address by
 * which it reaches PE pe's copy; or ISHMEMI_UNREACHABLE.  A GPU that keeps the context among its
 * constants reads the table from memory, and anew after each load that acquires. */
ISHMEMI_INLINE int64_t ishmemi_delta(ishmem_ctx_t ctx, int pe)
{
    return (uint32_t)pe < ISHMEMI_FIRST_DELTAS ? ctx->first_deltas[pe]
                                               : ((ISHMEMI_GLOBAL const int64_t *)ctx->delta)[pe];
}

/* Whether a call has to go the long way (ISHMEMI_STATE_SLOW).  It does so in a function of its own, so that the code
 * that follows in the kernel is compiled as if there were nothing to check or to report, and no PE were far. */
ISHMEMI_INLINE int ishmemi_is_slow(ishmem_ctx_t ctx)
{
    return __builtin_expect((ctx->flags & ISHMEMI_STATE_SLOW) != 0, 0) != 0;
}

/* The same delta, in a call that is not slow.  The remainder shows compilers that the number is in
 * the table, so they may load the delta before they know whether it is needed. */
ISHMEMI_INLINE int64_t ishmemi_quick_delta(ishmem_ctx_t ctx, int pe)
{
    return ctx->first_deltas[(uint32_t)pe % ISHMEMI_FIRST_DELTAS];
}

/* Whether operations on the PE of this delta go through the ring. */
ISHMEMI_INLINE int ishmemi_is_far(int64_t delta)
{
    return __builtin_expect(delta == ISHMEMI_UNREACHABLE, 0) != 0;
}

/* The address through which this PE reaches PE pe's copy of a symmetric object. */
ISHMEMI_INLINE uint64_t ishmemi_translate(ishmem_ctx_t ctx, uint64_t address, int pe)
{
    return address + (uint64_t)ishmemi_delta(ctx, pe);
}

/* ishmem_ptr: 0 where pe does not exist or is not mapped here, or the address is not symmetric. */
ISHMEMI_INLINE uint64_t ishmemi_ptr(ishmem_ctx_t ctx, uint64_t address, int pe)
{
    if (pe < 0 || pe >= ctx->n_pes || address - ctx->heap >= ctx->heap_bytes) {
        return 0;
    }
    const int64_t delta = ishmemi_delta(ctx, pe);
    return ishmemi_is_far(delta) ? 0 : address + (uint64_t)delta;
}

/*
 * Called before a get's barrier: what is read after the barrier is no older than this load.  A
 * GPU's first cache may still hold what an earlier get read.  A load that acquires, of any word,
 * empties it.  A fence would do so too, but it would also wait for all stores.
 */
ISHMEMI_INLINE void ishmemi_see_anew(ishmem_ctx_t ctx, size_t lane)
{
    if (!(ctx->flags & ISHMEMI_STATE_CPU) && lane == 0) {
        ISHMEMI_ATOMIC_LOAD(uint32_t, (uint64_t)&ctx->layout, ISHMEMI_ACQUIRE);
    }
}

/* ---- The end of waiting ---------------------------------------------------------------------- */

/* A wait checks the abort word once in so many polls. */
#define ISHMEMI_POLLS_PER_ABORT_CHECK 256

/* A kernel that only has a context of its own calls the waiting routines without a default one:
 * then there is no abort word to check. */
ISHMEMI_INLINE int ishmemi_aborted(ishmem_ctx_t ctx)
{
    if (ctx == 0) {
        return 0;
    }
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    return ISHMEMI_ATOMIC_LOAD(uint64_t, &head->abort.value, ISHMEMI_RELAXED) != 0;
}

#endif
