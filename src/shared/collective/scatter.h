/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions in which each member gets one block of the result.  The order is that of reduce.h:
 * left to right over the members; by hosts the members of a domain in their order, then the domains
 * in theirs.
 *
 * By hosts the members of a domain divide the blocks of all members among themselves.  Each
 * combines the domain's operands of its blocks and stores the results into the leader's scratch
 * memory.  The leaders send each other the blocks of their domains' members, combine what they get,
 * and hand it out.  The scratch memory has rows of `largest` blocks, one row for each domain.
 */
#ifndef ISHMEM_COLLECTIVE_SCATTER_H
#define ISHMEM_COLLECTIVE_SCATTER_H

#include "reduce.h"

/* Combines this member's block of all sources, which no other member needs. */
ISHMEMI_INLINE void ishmemi_reduce_scatter_own(ishmemi_caller_t caller, ishmemi_group_t group,
                                               ishmemi_team_ref_t team,
                                               const ishmemi_reduction_t *reduction, uint64_t dest,
                                               uint64_t source, size_t bytes)
{
    if (team->n_pes == 1) {
        ishmemi_group_copy(caller, group, dest, source, bytes);
        return;
    }
    for (size_t at = 0; at < bytes; at += ISHMEMI_REDUCE_BLOCK_BYTES) {
        const size_t block = ishmemi_exchange_clip(at, ISHMEMI_REDUCE_BLOCK_BYTES, bytes);
        ishmemi_reduce_sources(caller, group, team, reduction, dest + at, source + at,
                               block / reduction->size);
    }
}

/* ---- By hosts -------------------------------------------------------------------------------- */

/* How many bytes of each block are combined at a time; 0: there is no room for so many blocks. */
ISHMEMI_INLINE size_t ishmemi_scatter_step(ishmemi_team_ref_t team)
{
    const size_t largest = (size_t)team->largest;
    const size_t packed =
        ishmemi_part_step(ishmemi_team_scratch_bytes(team->flags), (size_t)team->domains * largest);
    const size_t sent = ishmemi_part_step(ishmemi_part_room(team), largest);
    return packed < sent ? packed : sent;
}

/* Combines `chunk` bytes, from `at` on, of each block that this member has to combine. */
ISHMEMI_INLINE void ishmemi_scatter_share(ishmemi_caller_t caller, ishmemi_group_t group,
                                          ishmemi_team_ref_t team,
                                          const ishmemi_reduction_t *reduction, uint64_t source,
                                          size_t bytes, size_t at, size_t chunk)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const uint64_t results = ishmemi_team_scratch(team);
    const uint64_t packed = ishmemi_team_scratch_of(near, 0);
    uint64_t result = results;
    for (int member = near->my_pe; member < team->n_pes; member += near->n_pes) {
        const uint64_t from = source + (uint64_t)member * bytes + at;
        if (near->n_pes == 1) {
            ishmemi_group_copy(caller, group, result, from, chunk);
        } else {
            ishmemi_reduce_sources(caller, group, near, reduction, result, from,
                                   chunk / reduction->size);
        }
        result += chunk;
    }
    ishmemi_group_barrier(group);
    result = results;
    for (int member = near->my_pe; member < team->n_pes; member += near->n_pes) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, member);
        const uint64_t offset =
            ((uint64_t)seat.domain * (uint64_t)team->largest + (uint64_t)seat.number) * chunk;
        ishmemi_team_push(caller, near, 0, packed + offset, ishmemi_memory_at(result), chunk,
                          ishmemi_group_lane(group), ishmemi_group_lanes(group));
        result += chunk;
    }
}

/* By a leader, when its domain's results are there.  Not 0: the job is being aborted. */
ISHMEMI_INLINE int ishmemi_scatter_lead(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team,
                                        const ishmemi_reduction_t *reduction, uint64_t dest,
                                        size_t chunk)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    const size_t row = (size_t)team->largest * chunk;
    ishmemi_exchanged_t exchanged =
        ishmemi_part_exchange(caller, group, leaders, 0, ishmemi_team_scratch(near), row, row, row);
    if (exchanged.failed) {
        return -1;
    }
    const uint64_t results = ishmemi_team_scratch(team);
    ishmemi_reduce_exchanged(caller, group, reduction, &exchanged, leaders->n_pes, results,
                             (size_t)near->n_pes * chunk / reduction->size);
    for (int i = 0; i < near->n_pes; i++) {
        ishmemi_team_push(caller, near, i, dest, ishmemi_memory_at(results + (uint64_t)i * chunk),
                          chunk, ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    return 0;
}

/* The sync before a chunk shows that the leader has finished the previous chunk; the first one
 * shows that the sources are ready.  The sync after ishmemi_scatter_share shows that the sources
 * have been read, because dest may be source. */
ISHMEMI_INLINE int ishmemi_scatter_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                            ishmemi_team_ref_t team,
                                            const ishmemi_reduction_t *reduction, uint64_t dest,
                                            uint64_t source, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const size_t step = ishmemi_scatter_step(team);
    int failed = ishmemi_part_sync(caller, group, near);
    for (size_t at = 0; at < bytes && !failed; at += step) {
        const size_t chunk = ishmemi_exchange_clip(at, step, bytes);
        ishmemi_scatter_share(caller, group, team, reduction, source, bytes, at, chunk);
        failed = ishmemi_part_sync(caller, group, near);
        if (!failed && ishmemi_team_leaders(team) != 0) {
            failed = ishmemi_scatter_lead(caller, group, team, reduction, dest + at, chunk);
        }
        if (!failed) {
            failed = ishmemi_part_sync(caller, group, near);
        }
    }
    return failed;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Block m of the sources, of `count` elements, goes to member m.  If dest is source, a member's
 * result overwrites the first block of its source, which member 0 still reads: then all blocks are
 * sent. */
ISHMEMI_INLINE int ishmemi_reduce_scatter(ishmemi_caller_t caller, ishmemi_group_t group,
                                          ishmemi_team_ref_t team,
                                          const ishmemi_reduction_t *reduction, uint64_t dest,
                                          uint64_t source, size_t count)
{
    const size_t bytes = count * reduction->size;
    if (count == 0) {
        return 0;
    }
    const ishmemi_algorithm_t algorithm =
        ishmemi_choose(caller, team, ISHMEMI_COLLECTIVE_REDUCE_SCATTER, bytes);
    if (algorithm == ISHMEMI_ALGORITHM_HOSTS && ishmemi_scatter_step(team) > 0) {
        return ishmemi_scatter_by_hosts(caller, group, team, reduction, dest, source, bytes);
    }
    if (dest == source || algorithm != ISHMEMI_ALGORITHM_PARTS) {
        return ishmemi_reduce_oneshot(caller, group, team, reduction, team->n_pes, dest, source,
                                      bytes, bytes);
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    ishmemi_reduce_scatter_own(caller, group, team, reduction, dest,
                               source + (uint64_t)team->my_pe * bytes, bytes);
    return ishmemi_team_sync(caller, group, team);
}

#endif
