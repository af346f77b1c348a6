/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fcollect, alltoall and alltoalls: every member gets a block from each.
 *
 * Small blocks are exchanged, and then copied to dest.  Large ones are pushed straight into dest,
 * between two syncs or in slices, because before the first sync a member may still use its dest.
 *
 * By hosts: see alltoall.h for alltoall and alltoalls.  For fcollect each domain gathers at its
 * leader, the leaders send each other the blocks of their domains, and the domains' other members
 * get everything from their leaders.
 */
#ifndef ISHMEM_COLLECTIVE_GATHER_H
#define ISHMEM_COLLECTIVE_GATHER_H

#include "alltoall.h"
#include "choose.h"
#include "exchange.h"
#include "follow.h"
#include "slices.h"
#include "sync.h"
#include "words.h"

/* Copies to dest what each member has sent, one block after the other. */
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

/* The same in words, straight into dest. */
ISHMEMI_INLINE int ishmemi_gather_words(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team, ishmemi_collective_t collective,
                                        uint64_t dest, const char *source, size_t bytes)
{
    const size_t stride = collective == ISHMEMI_COLLECTIVE_ALLTOALL ? bytes : 0;
    const ishmemi_words_t words = {source, stride, dest, bytes, bytes};
    return -ishmemi_words_exchange(caller, group, team, &words);
}

/* Pushes the bytes of a piece of this member's blocks into all dests.  By each lane. */
ISHMEMI_INLINE void ishmemi_gather_push(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                        uint64_t dest, const char *source, size_t stride,
                                        ishmemi_piece_t piece, size_t lane, size_t lanes)
{
    const char *const from = source + piece.at;
    char *const own = (char *)(ISHMEMI_GLOBAL char *)(dest + piece.at);
    const char *const own_from = from + (size_t)team->my_pe * stride;
    if (team->n_pes == 1) {
        ishmemi_copy(caller, own, own_from, piece.bytes, lane, lanes);
        return;
    }
    for (int i = 2; i < team->n_pes; i++) {
        const int member = ishmemi_team_next(team, i);
        ishmemi_team_push(caller, team, member, dest + piece.at, from + (size_t)member * stride,
                          piece.bytes, lane, lanes);
    }
    const int next = ishmemi_team_next(team, 1);
    ishmemi_team_push_two(caller, team, next, dest + piece.at, from + (size_t)next * stride, own,
                          own_from, piece.bytes, lane, lanes);
}

/* Slices of each block, straight into dest.  The program promises that the dests of an alltoall are ready;
 * those of fcollect are when the members have begun. */
ISHMEMI_INLINE int ishmemi_gather_slices(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                         ishmemi_collective_t collective, uint64_t dest,
                                         const char *source, size_t bytes)
{
    const int is_ready = collective == ISHMEMI_COLLECTIVE_ALLTOALL;
    const size_t stride = is_ready ? bytes : 0;
    const uint64_t target = dest + (uint64_t)team->my_pe * bytes;
    ishmemi_slices_t slices =
        is_ready ? ishmemi_slices_ready(group, team, crew, bytes)
                 : ishmemi_slices_begin(caller, group, team, crew, bytes, ISHMEMI_SLICE_BYTES);
    while (is_ready ? slices.moved < slices.count : ishmemi_slices_next(caller, group, &slices)) {
        const uint32_t together = slices.step == 1 ? slices.begun - slices.moved : 1;
        for (uint32_t i = slices.moved; i < slices.begun; i += together) {
            const ishmemi_piece_t piece = ishmemi_slices_piece(&slices, i, i + together);
            ishmemi_gather_push(caller, team, target, source, stride, piece,
                                ishmemi_group_lane(group), ishmemi_group_lanes(group));
        }
        ishmemi_slices_complete(caller, group, &slices);
    }
    return ishmemi_slices_end(caller, group, &slices);
}

/* ---- fcollect by hosts ----------------------------------------------------------------------- */

/* Sends all leaders the blocks of all domains, with the blocks of a domain one after the other.
 * Other members get nothing. */
ISHMEMI_INLINE ishmemi_exchanged_t ishmemi_gather_packed(ishmemi_caller_t caller,
                                                         ishmemi_group_t group,
                                                         ishmemi_team_ref_t team, uint64_t source,
                                                         size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    const uint64_t packed = ishmemi_team_scratch(team);
    const ishmemi_exchanged_t exchanged =
        ishmemi_part_exchange(caller, group, near, 0, source, 0, bytes, bytes);
    if (exchanged.failed || leaders == 0) {
        return exchanged;
    }
    ishmemi_gather_exchanged(caller, group, &exchanged, near->n_pes, packed, bytes);
    return ishmemi_part_exchange(caller, group, leaders, 0, packed, 0, (size_t)near->n_pes * bytes,
                                 (size_t)team->largest * bytes);
}

/* A member's block in the result. */
ISHMEMI_INLINE const char *ishmemi_gather_packed_of(ishmemi_team_ref_t team,
                                                    const ishmemi_exchanged_t *exchanged,
                                                    int member, size_t bytes)
{
    const ishmemi_team_seat_t seat = ishmemi_team_seat(team, member);
    return ishmemi_exchanged_of(exchanged, seat.domain) + (size_t)seat.number * bytes;
}

/* Small blocks go through the team blocks of the domain and of the leaders. */
ISHMEMI_INLINE int ishmemi_gather_small_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                                 ishmemi_team_ref_t team, uint64_t dest,
                                                 const char *source, size_t bytes)
{
    const ishmemi_exchanged_t exchanged =
        ishmemi_gather_packed(caller, group, team, ISHMEMI_ADDRESS(source), bytes);
    if (exchanged.failed || ishmemi_team_leaders(team) == 0) {
        return exchanged.failed ? -1 : 0;
    }
    const size_t lanes = ishmemi_group_lanes(group);
    for (size_t member = ishmemi_group_lane(group); member < (size_t)team->n_pes; member += lanes) {
        ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)dest + member * bytes,
                     ishmemi_gather_packed_of(team, &exchanged, (int)member, bytes), bytes, 0, 1);
    }
    ishmemi_group_barrier(group);
    return 0;
}

/* Sends the blocks of this leader's domain, from its dest, to another leader's dest.  Blocks that
 * are neighbours go together. */
ISHMEMI_INLINE void ishmemi_gather_push_domain(ishmemi_caller_t caller, ishmemi_group_t group,
                                               ishmemi_team_ref_t team, int leader, uint64_t dest,
                                               size_t bytes)
{
    const int mine = ishmemi_team_seat(team, team->my_pe).domain;
    int first = 0;
    while (first < team->n_pes) {
        int end = first;
        while (end < team->n_pes && ishmemi_team_seat(team, end).domain == mine) {
            end++;
        }
        if (end > first) {
            const uint64_t at = dest + (uint64_t)first * bytes;
            ishmemi_team_push(caller, ishmemi_team_leaders(team), leader, at,
                              (const char *)(ISHMEMI_GLOBAL const char *)at,
                              (size_t)(end - first) * bytes, ishmemi_group_lane(group),
                              ishmemi_group_lanes(group));
        }
        first = end + 1;
    }
}

/* Large blocks go straight into the leaders' dests. */
ISHMEMI_INLINE int ishmemi_gather_large_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                                 ishmemi_team_ref_t team, uint64_t dest,
                                                 const char *source, size_t bytes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    ishmemi_team_push(caller, near, 0, dest + (uint64_t)team->my_pe * bytes, source, bytes,
                      ishmemi_group_lane(group), ishmemi_group_lanes(group));
    if (ishmemi_part_sync(caller, group, near) != 0) {
        return -1;
    }
    if (leaders == 0) {
        return 0;
    }
    for (int i = 1; i < leaders->n_pes; i++) {
        ishmemi_gather_push_domain(caller, group, team, ishmemi_team_next(leaders, i), dest, bytes);
    }
    ishmemi_team_settle(caller, group, leaders);
    return ishmemi_part_sync(caller, group, leaders);
}

ISHMEMI_INLINE int ishmemi_fcollect_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                             ishmemi_team_ref_t team, uint64_t dest,
                                             const char *source, size_t bytes)
{
    /* What fits into the slots of this team also fits into the larger slots of the two smaller
     * teams. */
    const int is_small = (size_t)team->largest * bytes <= ishmemi_exchange_most(team);
    const int failed =
        is_small ? ishmemi_gather_small_by_hosts(caller, group, team, dest, source, bytes)
                 : ishmemi_gather_large_by_hosts(caller, group, team, dest, source, bytes);
    return failed ? failed
                  : ishmemi_team_follow(caller, group, team, dest, (size_t)team->n_pes * bytes);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* Member m's block starts at source + m * stride.  fcollect has a stride of 0, so that all members
 * get the same block; alltoall has the length of a block. */
ISHMEMI_INLINE int ishmemi_gather(ishmemi_caller_t caller, ishmemi_group_t group,
                                  ishmemi_team_ref_t team, ishmemi_collective_t collective,
                                  uint64_t dest, const char *source, size_t bytes)
{
    if (bytes == 0) {
        return 0;
    }
    if (ISHMEMI_UNLIKELY(ishmemi_fits_words(team, collective, bytes))) {
        return ishmemi_gather_words(caller, group, team, collective, dest, source, bytes);
    }
    if (collective == ISHMEMI_COLLECTIVE_FCOLLECT &&
        ishmemi_goes_by_hosts(caller, team, collective, bytes)) {
        return ishmemi_fcollect_by_hosts(caller, group, team, dest, source, bytes);
    }
    if (collective == ISHMEMI_COLLECTIVE_ALLTOALL &&
        ishmemi_alltoall_goes_by_hosts(caller, team, collective, bytes, 1)) {
        const ishmemi_alltoall_t alltoall = {dest, source, 1, 1, bytes, 1};
        return ishmemi_alltoall_by_hosts(caller, group, team, &alltoall);
    }
    const size_t stride = collective == ISHMEMI_COLLECTIVE_ALLTOALL ? bytes : 0;
    const ishmemi_algorithm_t algorithm = ishmemi_choose(caller, team, collective, bytes);
    if (algorithm == ISHMEMI_ALGORITHM_SLICES) {
        const ishmemi_crew_t alone = {0, 1};
        return ishmemi_gather_slices(caller, group, team, alone, collective, dest, source, bytes);
    }
    if (bytes <= ishmemi_exchange_most(team) && algorithm == ISHMEMI_ALGORITHM_ONESHOT) {
        const ishmemi_exchanged_t exchanged = ishmemi_exchange(
            caller, group, team, 0, source, stride, bytes, ISHMEMI_EXCHANGE_ALL, bytes);
        if (exchanged.failed) {
            return -1;
        }
        ishmemi_gather_exchanged(caller, group, &exchanged, team->n_pes, dest, bytes);
        return 0;
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    const uint64_t target = dest + (uint64_t)team->my_pe * bytes;
    for (int i = 0; i < team->n_pes; i++) {
        const int member = ishmemi_team_next(team, i);
        ishmemi_team_push(caller, team, member, target, source + (size_t)member * stride, bytes,
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
    if (ishmemi_alltoall_goes_by_hosts(caller, team, ISHMEMI_COLLECTIVE_ALLTOALLS, count * size,
                                       size)) {
        const ishmemi_alltoall_t alltoall = {dest, source, dst, sst, count, size};
        return ishmemi_alltoall_by_hosts(caller, group, team, &alltoall);
    }
    if (ishmemi_team_sync(caller, group, team) != 0) {
        return -1;
    }
    const uint64_t target = dest + (uint64_t)team->my_pe * count * dst;
    for (int i = 0; i < team->n_pes; i++) {
        const int member = ishmemi_team_next(team, i);
        ishmemi_team_push_strided(caller, team, member, target,
                                  source + (size_t)member * count * sst, dst, sst, size, count,
                                  ishmemi_group_lane(group), ishmemi_group_lanes(group));
    }
    ishmemi_team_settle(caller, group, team);
    return ishmemi_team_sync(caller, group, team);
}

#endif
