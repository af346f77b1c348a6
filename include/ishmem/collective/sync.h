/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sync: dissemination over the members (team_block.h).  After round k a member knows that the
 * 2^(k+1) members up to itself have arrived, and has acquired all that they released.
 *
 * A team that has groups syncs in three parts, whose flags between hosts are those of leaders alone:
 * each group, the leaders, each group again.
 */
#ifndef ISHMEM_COLLECTIVE_SYNC_H
#define ISHMEM_COLLECTIVE_SYNC_H

#include "team.h"

/* By one lane; not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_team_disseminate(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    const ishmemi_team_block_ref_t block = ishmemi_team_block(team);
    const uint64_t number = block->sync_number + 1;
    block->sync_number = number;

    const int64_t n = team->n_pes;
    uint64_t offset = (uint64_t)&block->arrived[0] - (uint64_t)block;
    for (int64_t distance = 1; distance < n; distance *= 2) {
        ishmemi_team_flag(caller, team, ishmemi_team_next(team, (int)distance), offset, number);
        if (ishmemi_team_wait(caller, team->block + offset, number) != 0) {
            return -1;
        }
        offset += sizeof(ishmemi_team_line_t);
    }
    return 0;
}

/* The same out of line: of a group, or of leaders, as a part of something by hosts. */
ISHMEMI_BODY int ishmemi_part_disseminate(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    return ishmemi_team_disseminate(caller, team);
}

/* The same for a team that has groups. */
ISHMEMI_BODY int ishmemi_team_disseminate_by_hosts(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    int result = 0;
    for (int part = 0; part < 3 && result == 0; part++) {
        const ishmemi_team_ref_t within =
            part == 1 ? ishmemi_team_leaders(team) : ishmemi_team_near(team);
        if (within != 0) {
            result = ishmemi_part_disseminate(caller, within);
        }
    }
    return result;
}

ISHMEMI_INLINE int ishmemi_team_sync(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team)
{
    int result = 0;
    ishmemi_group_barrier_system(group);
    if (ishmemi_group_lane(group) == 0) {
        result = ISHMEMI_UNLIKELY(team->near != 0) ? ishmemi_team_disseminate_by_hosts(caller, team)
                                                   : ishmemi_team_disseminate(caller, team);
    }
    ishmemi_group_barrier_system(group);
    return (int)ishmemi_group_broadcast(group, (uint64_t)result);
}

/* The same as a part of a collective by hosts. */
ISHMEMI_INLINE int ishmemi_part_sync(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team)
{
    int result = 0;
    ishmemi_group_barrier_system(group);
    if (ishmemi_group_lane(group) == 0) {
        result = ishmemi_part_disseminate(caller, team);
    }
    ishmemi_group_barrier_system(group);
    return (int)ishmemi_group_broadcast(group, (uint64_t)result);
}

/* Completes the caller's operations first. */
ISHMEMI_INLINE int ishmemi_team_barrier(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team)
{
    ishmemi_complete(caller, group);
    return ishmemi_team_sync(caller, group, team);
}

#endif
