/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Much data between two near members, by a work-group of a GPU: what shared/collective/slices.h does, where it must
 * be quick.  A function that all lanes of a large group call makes each of them store its registers and load them
 * again, which takes as long as 100 KiB of data.  So a kernel's compiler inlines the functions ishmemi_quick_... of
 * collective.cl, whose loops copy, and only the first sub-group calls the functions here, which tell the other member
 * and wait for it.
 */
#ifndef ISHMEMI_DEVICE_COLLECTIVE_PAIR_H
#define ISHMEMI_DEVICE_COLLECTIVE_PAIR_H

#include "body/collectives.h"
#include "forms/forms.h"
#include "shared/collective/slices.h"

/* ---- Marks ----------------------------------------------------------------------------------- */

/* A slice, for the lane of its number: its marks' offsets in the blocks, its calls and their number. */
typedef struct ishmemi_pair_slice {
    uint64_t mine;
    uint64_t other;
    ISHMEMI_GLOBAL uint64_t *calls;
    uint64_t number;
} ishmemi_pair_slice_t;

ISHMEMI_INLINE ishmemi_pair_slice_t ishmemi_pair_slice(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                                                       uint32_t slice)
{
    const uint64_t me = (uint64_t)team->my_pe;
    ishmemi_pair_slice_t found;
    found.mine = ishmemi_team_mark_of(2, slice, me);
    found.other = ishmemi_team_mark_of(2, slice, 1 - me);
    found.calls = (ISHMEMI_GLOBAL uint64_t *)(ishmemi_caller_block(ctx, team) +
                                              ishmemi_team_slice_calls_offset(2)) +
                  slice;
    found.number = *found.calls * ISHMEMI_SLICE_MARKS;
    return found;
}

/* Waits until the other member has begun slice `moved`.  Returns the first slice from there on that it has not begun;
 * 0: the job is being aborted.  begins: first tells it that this PE has begun them all. */
ISHMEMI_APART uint32_t ishmemi_library_pair_next(ishmemi_team_ref_t team, uint32_t moved,
                                                 uint32_t count, int begins)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const uint32_t lane = (uint32_t)ishmemi_group_lane(ISHMEMI_SUB_GROUP);
    const int has = lane < count;
    const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, has ? lane : moved);
    const uint64_t begun = slice.number + ISHMEMI_SLICE_BEGUN;
    uint32_t least = count;
    int failed = 0;
    if (begins && has) {
        ishmemi_team_flag(ctx, team, 1 - team->my_pe, slice.mine, begun);
    }
    if (lane == moved) {
        failed = ishmemi_team_wait(ctx, team, slice.other, begun);
    }
    ishmemi_group_barrier(ISHMEMI_SUB_GROUP);
    if (has && lane > moved && ishmemi_team_seen(ctx, team, slice.other) < begun) {
        least = lane;
    }
    least = (uint32_t)ishmemi_group_min(ISHMEMI_SUB_GROUP, least);
    return ishmemi_group_any(ISHMEMI_SUB_GROUP, failed) ? 0 : least;
}

/* Tells the other member that the slices from `moved` to `begun` have been moved.  waits: waits for all `count` slices
 * of the other's.  counts: counts the call.  Not 0: the job is being aborted. */
ISHMEMI_APART int ishmemi_library_pair_moved(ishmemi_team_ref_t team, uint32_t moved,
                                             uint32_t begun, uint32_t count, int waits, int counts)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const uint32_t lane = (uint32_t)ishmemi_group_lane(ISHMEMI_SUB_GROUP);
    const int has = lane < count;
    const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, has ? lane : 0);
    const uint64_t complete = slice.number + ISHMEMI_SLICE_COMPLETE;
    int failed = 0;
    if (lane >= moved && lane < begun) {
        ishmemi_team_flag(ctx, team, 1 - team->my_pe, slice.mine, complete);
    }
    if (has && waits) {
        failed = ishmemi_team_wait(ctx, team, slice.other, complete);
    }
    if (has && counts) {
        *slice.calls = slice.number / ISHMEMI_SLICE_MARKS + 1;
    }
    ishmemi_group_barrier(ISHMEMI_SUB_GROUP);
    return ishmemi_group_any(ISHMEMI_SUB_GROUP, failed);
}

#endif
