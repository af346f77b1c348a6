/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the members of a team make the same call, for a collective that the host asks for.
 */
#ifndef ISHMEMI_CARRY_OUT_MATCH_H
#define ISHMEMI_CARRY_OUT_MATCH_H

#include "device/body/collectives.h"
#include "device/body/team_check.h"
#include "shared/collective/task.h"

/* Out of line, because it is rare and long. */
ISHMEMI_COLD int carry_out_match_named(ishmem_ctx_t ctx, ishmemi_team_ref_t team, uint64_t dest,
                                       uint64_t source, size_t count, size_t size, int64_t dst,
                                       int64_t sst, int root, int own_counts)
{
    return ishmemi_match_named(ctx, team, dest, source, count, size, dst, sst, root, own_counts);
}

/* A signature's routine has the size of a task's, and is aligned. */
ISHMEMI_INLINE void name_call(ishmemi_team_ref_t team, const ishmemi_task_t *asked)
{
    __global uint64_t *const words = (__global uint64_t *)ishmemi_team_signature(team)->routine;
    for (size_t i = 0; i < ISHMEMI_TASK_NAME_WORDS; i++) {
        words[i] = asked->routine[i];
    }
}

/* By one lane.  Not 0: the members make different calls. */
ISHMEMI_INLINE int carry_out_match(ishmem_ctx_t ctx, const ishmemi_task_t *asked)
{
    const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;
    if (ishmemi_aborted(ctx)) {
        return -1;
    }
    name_call(team, asked);
    ishmemi_team_note_call(ctx, team, 0);
    return carry_out_match_named(ctx, team, ishmemi_place_of(ctx, asked->dest, asked->count),
                                 ishmemi_place_of(ctx, asked->source, asked->count), asked->count,
                                 asked->size, asked->dst, asked->sst, asked->root,
                                 (int)asked->own_counts);
}

/* Compares if the host asks for it.  By a group; the answer is on all lanes. */
ISHMEMI_INLINE int carry_out_match_by(ishmem_ctx_t ctx, ishmemi_group_t group,
                                      const ishmemi_task_t *asked)
{
    if (ISHMEMI_UNLIKELY(asked->routine[0] != 0)) {
        const int failed = ishmemi_group_lane(group) == 0 ? carry_out_match(ctx, asked) : 0;
        return (int)ishmemi_group_broadcast(group, (uint64_t)failed);
    }
    return 0;
}

#endif
