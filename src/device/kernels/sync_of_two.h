/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sync by a kernel of its own.  A kernel that has just started waits for each line of code and data that it needs.
 * So one for two near members is told where the flags are, loads only the sync's number, and calls nothing before the
 * other member's flag is there.
 */
#ifndef ISHMEMI_DEVICE_SYNC_OF_TWO_H
#define ISHMEMI_DEVICE_SYNC_OF_TWO_H

#include "device/body/collectives.h"
#include "shared/collective/sync.h"

ISHMEMI_APART int ishmemi_kernel_sync_any(ishmem_ctx_t ctx, ishmemi_team_ref_t team)
{
    ishmemi_team_note_call(ctx, team, 0);
    return ishmemi_team_sync(ctx, ISHMEMI_WORK_ITEM, team);
}

ISHMEMI_COLD int ishmemi_kernel_sync_on(ishmem_ctx_t ctx, ishmemi_team_ref_t team, uint64_t number)
{
    return ishmemi_team_meet_others(ctx, team, number);
}

/* flag: the address of the other member's flag, and block: of this PE's block; 0: any team.  Not 0: the job is being
 * aborted. */
ISHMEMI_INLINE int ishmemi_kernel_sync_of(ishmem_ctx_t ctx, ishmemi_team_ref_t team, uint64_t flag,
                                          uint64_t block)
{
    const ishmemi_team_block_ref_t own = (ishmemi_team_block_ref_t)block;
    if (flag == 0) {
        return ishmemi_kernel_sync_any(ctx, team);
    }
    const uint64_t number = own->next_sync;
    ISHMEMI_FENCE_RELEASE();
    ISHMEMI_ATOMIC_STORE(uint64_t, flag, number, ISHMEMI_RELAXED);
    ishmemi_count_apart((uint64_t)&own->next_sync);
    own->calls++;
    own->routine = 0;
    ISHMEMI_FOR_FIRST_POLLS(number)
    {
        if (ISHMEMI_ATOMIC_LOAD(uint64_t, block + ishmemi_team_arrival(0), ISHMEMI_ACQUIRE) >=
            number) {
            return 0;
        }
    }
    return ishmemi_kernel_sync_on(ctx, team, number);
}

#endif
