/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all: dissemination over the words of ishmemi_head_t, carried out by lane 0
 * of the group.  The rounds and their orderings are described with that struct.
 */
#ifndef ISHMEM_DEVICE_SYNC_H
#define ISHMEM_DEVICE_SYNC_H

#include "order.h"
#include "wait.h"

ISHMEMI_INLINE void ishmemi_disseminate(ishmem_ctx_t ctx)
{
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    const uint64_t number = head->sync_count.value + 1;
    head->sync_count.value = number;

    const int64_t n = ctx->n_pes;
    int round = 0;
    for (int64_t distance = 1; distance < n; distance *= 2) {
        const uint64_t own = (uint64_t)&head->arrived[round].value;
        const int peer = (int)((ctx->my_pe + distance) % n);
        const int64_t delta = ishmemi_delta(ctx, peer);
        if (ishmemi_is_far(delta)) {
            ishmemi_far_amo(ctx, ISHMEMI_AMO_SET, own, sizeof number, number, 0, peer, 0);
        } else {
            ISHMEMI_ATOMIC_STORE(uint64_t, own + (uint64_t)delta, number, ISHMEMI_RELEASE);
        }
        if (ishmemi_poll(ctx, own, sizeof number, 0, ISHMEM_CMP_GE, number) < number) {
            return; /* the job is being aborted */
        }
        round++;
    }
}

ISHMEMI_INLINE void ishmemi_sync_all(ishmem_ctx_t ctx, ishmemi_group_t group)
{
    ishmemi_group_barrier_system(group);
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_disseminate(ctx);
    }
    ishmemi_group_barrier_system(group);
}

/* Where all PEs are reachable, quiet's fence without its barrier: sync_all begins with one. */
ISHMEMI_INLINE void ishmemi_barrier_all(ishmem_ctx_t ctx, ishmemi_group_t group)
{
    if (ishmemi_has_far(ctx)) {
        ishmemi_quiet(ctx, group);
    } else {
        ISHMEMI_FENCE_COMPLETE();
    }
    ishmemi_sync_all(ctx, group);
}

#endif
