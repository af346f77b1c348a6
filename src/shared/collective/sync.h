/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sync: a dissemination barrier of the members (team_block.h).  After round k a member knows that
 * the 2^(k+1) members up to itself have arrived, and has acquired all that they released.
 *
 * A team that has domains syncs in three parts: each domain, the leaders, each domain again.  So
 * only the leaders' flags go between hosts.
 *
 * A barrier also completes the caller's operations.  Where those are stores of its lanes, one fence
 * of lane 0 completes them, after the lanes have met and before the member goes on.  On a processor
 * the fence comes after the first flag, which itself releases the stores: the fence drains them
 * while the flag is on its way.  On a GPU, where a release waits as long as a fence, the fence
 * comes before the flag.  A third PE's quiet is ordered with this completion, although the flag is
 * no part of it, because all other processors see a store at the same time.
 */
#ifndef ISHMEM_COLLECTIVE_SYNC_H
#define ISHMEM_COLLECTIVE_SYNC_H

#include "members.h"

/* What round 0 of a sync sends, for a team with a first flag; returns the sync's number.  completes: also
 * completes all lanes' stores.  routine: the program's call, which is noted while the flag is on its way;
 * 0 if this sync is only a part of a call. */
ISHMEMI_INLINE uint64_t ishmemi_team_arrive(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                            int completes, ishmemi_string_t routine)
{
    const uint64_t first_flag = ishmemi_caller_first_flag(caller, team);
    const uint64_t own = ishmemi_caller_block(caller, team);
    const ishmemi_team_block_ref_t block = (ishmemi_team_block_ref_t)own;
    const uint64_t number = block->next_sync;
    if (completes && !ishmemi_fences_late(caller)) {
        /* One fence for both, because a flag that releases would wait as long as a fence. */
        ISHMEMI_FENCE_COMPLETE();
        ISHMEMI_ATOMIC_STORE(uint64_t, first_flag, number, ISHMEMI_RELAXED);
        completes = 0;
    } else {
        ishmemi_store_after(caller, first_flag, number);
    }
    /* After the flag, because a release waits for the stores before it. */
    if (ishmemi_fences_late(caller)) {
        block->next_sync = number + 1;
    } else {
        /* A GPU's compiler would compute the sum, and wait for the number, before the fence. */
        ishmemi_count_apart((uint64_t)&block->next_sync);
    }
    if (completes) {
        ISHMEMI_FENCE_COMPLETE();
    }
    if (routine != 0) {
        ishmemi_team_note_call(caller, team, routine);
    }
    return number;
}

/* Where the flag of a round arrives, from the start of a block. */
ISHMEMI_INLINE uint64_t ishmemi_team_arrival(int round)
{
    return __builtin_offsetof(ishmemi_team_block_t, arrived) +
           (uint64_t)round * sizeof(ishmemi_team_line_t);
}

/* The rest of a sync: waits in round 0, and carries out the other rounds.  Not 0: the job is being
 * aborted. */
ISHMEMI_INLINE int ishmemi_team_meet_others(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                            uint64_t number)
{
    int round = 0;
    for (int64_t distance = 1;;) {
        if (ishmemi_team_wait(caller, team, ishmemi_team_arrival(round), number) != 0) {
            return -1;
        }
        distance *= 2;
        round++;
        if (distance >= team->n_pes) {
            return 0;
        }
        ishmemi_team_flag(caller, team, ishmemi_team_next(team, (int)distance),
                          ishmemi_team_arrival(round), number);
    }
}

/* By one lane.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_team_disseminate(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                            int completes, ishmemi_string_t routine)
{
    if (ishmemi_caller_first_flag(caller, team) != 0) {
        return ishmemi_team_meet_others(caller, team,
                                        ishmemi_team_arrive(caller, team, completes, routine));
    }
    const ishmemi_team_block_ref_t block = ishmemi_team_block(team);
    const int alone = team->n_pes == 1;
    const uint64_t number = block->next_sync;
    if (!alone) {
        ishmemi_team_flag(caller, team, ishmemi_team_next(team, 1), ishmemi_team_arrival(0),
                          number);
        block->next_sync = number + 1;
    }
    if (completes) {
        ISHMEMI_FENCE_COMPLETE();
    }
    if (alone) {
        return 0;
    }
    if (routine != 0) {
        ishmemi_team_note_call(caller, team, routine);
    }
    return ishmemi_team_meet_others(caller, team, number);
}

/* The same out of line, as a part of a collective by hosts: in a domain or among leaders. */
ISHMEMI_BODY int ishmemi_part_disseminate(ishmemi_caller_t caller, ishmemi_team_ref_t team)
{
    return ishmemi_team_disseminate(caller, team, 0, 0);
}

/* The same for a team that has domains. */
ISHMEMI_BODY int ishmemi_team_disseminate_by_hosts(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                                   ishmemi_string_t routine)
{
    int result = 0;
    if (routine != 0) {
        ishmemi_team_note_call(caller, team, routine);
    }
    for (int part = 0; part < 3 && result == 0; part++) {
        const ishmemi_team_ref_t within =
            part == 1 ? ishmemi_team_leaders(team) : ishmemi_team_near(team);
        if (within != 0) {
            result = ishmemi_part_disseminate(caller, within);
        }
    }
    return result;
}

/* completes: also completes the caller's operations.  routine: as above. */
ISHMEMI_INLINE int ishmemi_team_meet(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team, int completes,
                                     ishmemi_string_t routine)
{
    if (completes && ishmemi_has_far(caller)) {
        ishmemi_complete(caller, group);
        completes = 0;
    }
    int result = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        result = ISHMEMI_UNLIKELY(team->first_flag == 0 && team->near != 0)
                     ? ishmemi_team_disseminate_by_hosts(caller, team, routine)
                     : ishmemi_team_disseminate(caller, team, completes, routine);
    }
    ishmemi_group_barrier(group);
    return -ishmemi_group_any(group, result);
}

ISHMEMI_INLINE int ishmemi_team_sync(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team)
{
    return ishmemi_team_meet(caller, group, team, 0, 0);
}

ISHMEMI_INLINE int ishmemi_team_barrier(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team)
{
    return ishmemi_team_meet(caller, group, team, 1, 0);
}

/* A sync as a part of a collective by hosts. */
ISHMEMI_INLINE int ishmemi_part_sync(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team)
{
    int result = 0;
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        result = ishmemi_part_disseminate(caller, team);
    }
    ishmemi_group_barrier(group);
    return -ishmemi_group_any(group, result);
}

#endif
