/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory ordering: fence and quiet, by a group for all of its lanes' operations.
 *
 * Every operation on a reachable PE is a load, store or atomic of the calling lane, so ordering
 * them is a matter of fences at the scope of all devices.  The group meets first, so that a lane's
 * fence orders what all lanes did before.  For quiet it meets again after lane 0's fence, which so
 * orders what all lanes do next.  For fence each lane has its own, which on a processor is no
 * instruction.  If any PE is far, lane 0 orders the operations on far PEs for all lanes.
 */
#ifndef ISHMEM_DEVICE_ORDER_H
#define ISHMEM_DEVICE_ORDER_H

#include "check.h"
#include "ring.h"

/* A kernel that only has a context of its own may call without a default one. */
ISHMEMI_INLINE int ishmemi_has_far(ishmem_ctx_t ctx)
{
    return __builtin_expect(ctx != 0 && ctx->ring != 0, 0) != 0;
}

/* Orders one work-item's operations on near PEs. */
ISHMEMI_INLINE void ishmemi_fence_near(void)
{
    ISHMEMI_FENCE_ORDER();
}

/* Sequentially consistent, because a load after quiet must not overtake the stores before it. */
ISHMEMI_INLINE void ishmemi_quiet_near(void)
{
    ISHMEMI_FENCE_COMPLETE();
}

ISHMEMI_INLINE void ishmemi_fence(ishmem_ctx_t ctx, ishmemi_group_t group)
{
    const int has_far = ishmemi_has_far(ctx);
    ishmemi_group_barrier(group);
    ISHMEMI_FENCE_ORDER();
    if (has_far) {
        if (ishmemi_group_lane(group) == 0) {
            ishmemi_far_fence(ctx);
        }
        ishmemi_group_barrier(group);
    }
}

ISHMEMI_INLINE void ishmemi_quiet(ishmem_ctx_t ctx, ishmemi_group_t group)
{
    const int has_far = ishmemi_has_far(ctx);
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        ISHMEMI_FENCE_COMPLETE();
        if (has_far) {
            ishmemi_far_quiet(ctx);
        }
    }
    ishmemi_group_barrier(group);
}

ISHMEMI_BODY int ishmemi_good_pes(ishmem_ctx_t ctx, ishmemi_string_t routine, const int *target_pes,
                                  size_t npes)
{
    ishmemi_fault_t fault;
    int good =
        ishmemi_good_local(ctx, &fault, "target_pes", target_pes, npes, sizeof(int), sizeof(int));
    for (size_t i = 0; good && i < npes; i++) {
        good = ishmemi_good_pe(ctx, &fault, target_pes[i]);
    }
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* Quiet for the PEs that are named.  Their operations cannot be told apart from others, so this is
 * a quiet for all PEs, unless no PE is named. */
ISHMEMI_INLINE void ishmemi_pe_quiet(ishmem_ctx_t ctx, ishmemi_group_t group,
                                     ishmemi_string_t routine, const int *target_pes, size_t npes)
{
    if (ishmemi_checked_if_bound(ctx) && !ishmemi_good_pes(ctx, routine, target_pes, npes)) {
        return;
    }
    if (npes > 0) {
        ishmemi_quiet(ctx, group);
    }
}

#endif
