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

/* A slice: its marks' offsets in the blocks, its calls and the number of this one's marks. */
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

/* The slices of a lane, from its first one on that is not before `from`. */
#define ISHMEMI_FOR_SLICES(slice, from, to)                                                       \
    for (uint32_t slice = (from) + (uint32_t)ishmemi_group_lane(ISHMEMI_SUB_GROUP); slice < (to); \
         slice += (uint32_t)ishmemi_group_lanes(ISHMEMI_SUB_GROUP))

/* Waits until the other member has begun slice `moved`.  Returns the first slice from there on that it has not begun;
 * 0: the job is being aborted.  begins: first tells it that this PE has begun them all. */
ISHMEMI_APART uint32_t ishmemi_library_pair_next(ishmemi_team_ref_t team, uint32_t moved,
                                                 uint32_t count, int begins)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    uint32_t least = count;
    int failed = 0;
    if (begins) {
        ISHMEMI_FOR_SLICES(i, 0, count)
        {
            const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, i);
            ishmemi_team_flag(ctx, team, 1 - team->my_pe, slice.mine,
                              slice.number + ISHMEMI_SLICE_BEGUN);
        }
    }
    if (ishmemi_group_lane(ISHMEMI_SUB_GROUP) == 0) {
        const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, moved);
        failed = ishmemi_team_wait(ctx, team, slice.other, slice.number + ISHMEMI_SLICE_BEGUN);
    }
    ishmemi_group_barrier(ISHMEMI_SUB_GROUP);
    ISHMEMI_FOR_SLICES(i, moved + 1, count)
    {
        const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, i);
        if (ishmemi_team_seen(ctx, team, slice.other) < slice.number + ISHMEMI_SLICE_BEGUN) {
            least = i;
            break;
        }
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
    int failed = 0;
    ISHMEMI_FOR_SLICES(i, moved, begun)
    {
        const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, i);
        ishmemi_team_flag(ctx, team, 1 - team->my_pe, slice.mine,
                          slice.number + ISHMEMI_SLICE_COMPLETE);
    }
    ISHMEMI_FOR_SLICES(i, 0, count)
    {
        const ishmemi_pair_slice_t slice = ishmemi_pair_slice(ctx, team, i);
        if (waits && !failed) {
            failed =
                ishmemi_team_wait(ctx, team, slice.other, slice.number + ISHMEMI_SLICE_COMPLETE);
        }
        if (counts) {
            *slice.calls = slice.number / ISHMEMI_SLICE_MARKS + 1;
        }
    }
    ishmemi_group_barrier(ISHMEMI_SUB_GROUP);
    return ishmemi_group_any(ISHMEMI_SUB_GROUP, failed);
}

#endif
