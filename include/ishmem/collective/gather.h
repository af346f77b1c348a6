/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fcollect, collect, alltoall and alltoalls: every member gets a block from each.
 *
 * Small blocks are exchanged and copied to dest where they are wanted.  Large ones are pushed
 * straight into dest between two syncs: before the first a member may still use its dest.
 */
#ifndef ISHMEM_COLLECTIVE_GATHER_H
#define ISHMEM_COLLECTIVE_GATHER_H

#include "choose.h"
#include "exchange.h"
#include "sync.h"

/* The most that collect sends with how much there is. */
#define ISHMEMI_COLLECT_BYTES 2048

/* Copies what came from each member to dest, one behind the other. */
ISHMEMI_INLINE void ishmemi_gather_exchanged(ishmemi_caller_t caller, ishmemi_group_t group,
                                             const ishmemi_exchanged_t *exchanged, int n,
                                             uint64_t dest, size_t bytes)
{
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    const int shared = bytes >= ISHMEMI_EXCHANGE_SHARED_BYTES;
    char *const to = (char *)(ISHMEMI_GLOBAL char *)dest;
    for (size_t member = shared ? 0 : lane; member < (size_t)n; member += shared ? 1 : lanes) {
        ishmemi_copy(caller, to + member * bytes, ishmemi_exchanged_of(exchanged, (int)member),
                     bytes, shared ? lane : 0, shared ? lanes : 1);
    }
    ishmemi_group_barrier(group);
}

/* Each member's block starts at source + stride * its number: with a stride of 0 all get the same
 * one, which is fcollect; else it is alltoall. */
ISHMEMI_INLINE int ishmemi_gather(ishmemi_caller_t caller, ishmemi_group_t group,
                                  ishmemi_team_ref_t team, ishmemi_collective_t collective,
                                  uint64_t dest, const char *source, size_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    const size_t stride = collective == ISHMEMI_COLLECTIVE_ALLTOALL ? bytes : 0;
    if (bytes <= ishmemi_exchange_most(team) &&
        ishmemi_choose(caller, team, collective, bytes) == ISHMEMI_ALGORITHM_ONESHOT) {
        const ishmemi_exchanged_t exchanged =
            ishmemi_exchange(caller, group, team, 0, source, stride, bytes, ISHMEMI_EXCHANGE_ALL, bytes);
        if (exchanged.failed) {
            return -1;
        }
        ishmemi_gather_exchanged(caller, group, &exchanged, team->n_pes, dest, bytes);
        return 0;
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    const uint64_t place = dest + (uint64_t)team->my_pe * bytes;
    for (int i = 0; i < team->n_pes; i++) {
        const int member = ishmemi_team_next(team, i);
        ishmemi_team_push(caller, team, member, place, source + (size_t)member * stride, bytes,
                          ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    ishmemi_team_settle(caller, group, team);
    return ishmemi_team_sync(caller, group, team);
}

/* Strides in bytes, between elements of `size`. */
ISHMEMI_INLINE int ishmemi_alltoalls(ishmemi_caller_t caller, ishmemi_group_t group,
                                     ishmemi_team_ref_t team, uint64_t dest, const char *source,
                                     size_t dst, size_t sst, size_t count, size_t size)
{
    if (count == 0) {
        return 0;
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    const uint64_t place = dest + (uint64_t)team->my_pe * count * dst;
    for (int i = 0; i < team->n_pes; i++) {
        const int member = ishmemi_team_next(team, i);
        ishmemi_team_push_strided(caller, team, member, place,
                                  source + (size_t)member * count * sst, dst, sst, size, count,
                                  ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    ishmemi_team_settle(caller, group, team);
    return ishmemi_team_sync(caller, group, team);
}

/*
 * Each sends how much it has, and the data with that if they are few.  If somebody
 * has more, all push theirs into dest: who has exchanged is in collect, and so is done with dest.
 */
ISHMEMI_INLINE int ishmemi_collect(ishmemi_caller_t caller, ishmemi_group_t group,
                                   ishmemi_team_ref_t team, uint64_t dest, const char *source,
                                   size_t bytes)
{
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    const uint64_t own_bytes = bytes;
    const size_t room = ishmemi_exchange_most(team);
    const size_t fits = room - sizeof own_bytes;
    const size_t most = fits < ISHMEMI_COLLECT_BYTES ? fits : ISHMEMI_COLLECT_BYTES;
    const ishmemi_exchanged_t exchanged = ishmemi_exchange(
        caller, group, team, &own_bytes, source, 0, bytes < most ? bytes : most, ISHMEMI_EXCHANGE_ALL, room);
    if (exchanged.failed) {
        return -1;
    }
    uint64_t before = 0;
    uint64_t largest = 0;
    for (int member = 0; member < team->n_pes; member++) {
        const uint64_t theirs =
            member == team->my_pe ? bytes : ishmemi_exchanged_word(&exchanged, member);
        before += member < team->my_pe ? theirs : 0;
        largest = theirs > largest ? theirs : largest;
    }
    if (largest > most) {
        for (int i = 0; i < team->n_pes; i++) {
            ishmemi_team_push(caller, team, ishmemi_team_next(team, i), dest + before, source,
                              bytes, lane, lanes);
        }
        ishmemi_team_settle(caller, group, team);
        return ishmemi_team_sync(caller, group, team);
    }
    char *to = (char *)(ISHMEMI_GLOBAL char *)dest;
    for (int member = 0; member < team->n_pes; member++) {
        const int is_own = member == team->my_pe;
        const char *const data = ishmemi_exchanged_of(&exchanged, member);
        const size_t theirs = is_own ? bytes : ishmemi_exchanged_word(&exchanged, member);
        ishmemi_copy(caller, to, is_own ? data : data + sizeof own_bytes, theirs, lane, lanes);
        to += theirs;
    }
    ishmemi_group_barrier(group);
    return 0;
}

#endif
