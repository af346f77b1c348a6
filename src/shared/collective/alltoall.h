/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * alltoall and alltoalls by hosts: the members of a domain store what they have for all members
 * into the leader's scratch memory, in a row for each domain of receivers.  The leaders send each
 * other these rows, and hand out what they get.  A row has `largest` blocks from each of `largest`
 * members.
 */
#ifndef ISHMEM_COLLECTIVE_ALLTOALL_H
#define ISHMEM_COLLECTIVE_ALLTOALL_H

#include "choose.h"
#include "exchange.h"
#include "sync.h"

/* What each member sends to each.  dst and sst are strides, in bytes, between elements of
 * `size`. */
typedef struct ishmemi_alltoall {
    uint64_t dest;
    const char *source;
    size_t dst;
    size_t sst;
    size_t count;
    size_t size;
} ishmemi_alltoall_t;

/* How many elements of a block go at a time; 0: there is no room for one. */
ISHMEMI_INLINE size_t ishmemi_alltoall_step(ishmemi_team_ref_t team, size_t size)
{
    const size_t blocks = (size_t)team->largest * (size_t)team->largest;
    const size_t packed =
        ishmemi_part_step(ishmemi_team_scratch_bytes(team->flags), (size_t)team->domains * blocks);
    const size_t sent = ishmemi_part_step(ishmemi_part_room(team), blocks);
    return (packed < sent ? packed : sent) / size;
}

ISHMEMI_INLINE int ishmemi_alltoall_goes_by_hosts(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                                  ishmemi_collective_t collective, size_t bytes,
                                                  size_t size)
{
    return ishmemi_goes_by_hosts(caller, team, collective, bytes) &&
           ishmemi_alltoall_step(team, size) > 0;
}

/* Pushes elements to a member of the domain, in one piece if they have no strides. */
ISHMEMI_INLINE void ishmemi_alltoall_push(ishmemi_caller_t caller, ishmemi_team_ref_t near,
                                          int member, uint64_t dest, const char *source, size_t dst,
                                          size_t sst, size_t size, size_t count, size_t lane,
                                          size_t lanes)
{
    if (dst == size && sst == size) {
        ishmemi_team_push(caller, near, member, dest, source, count * size, lane, lanes);
    } else {
        ishmemi_team_push_strided(caller, near, member, dest, source, dst, sst, size, count, lane,
                                  lanes);
    }
}

/* Stores this member's elements from `at` on into the leader's rows.  Each lane makes this call:
 * the lanes share large blocks; otherwise each lane has blocks of its own. */
ISHMEMI_BODY void ishmemi_alltoall_pack(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                        const ishmemi_alltoall_t *alltoall, size_t at, size_t count,
                                        size_t lane, size_t lanes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const size_t bytes = count * alltoall->size;
    const int shared = bytes >= ISHMEMI_EXCHANGE_SHARED_BYTES;
    const uint64_t largest = (uint64_t)team->largest;
    const uint64_t rows = ishmemi_team_scratch_of(near, 0);
    for (size_t member = shared ? 0 : lane; member < (size_t)team->n_pes;
         member += shared ? 1 : lanes) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, (int)member);
        const uint64_t block = ((uint64_t)seat.domain * largest + (uint64_t)near->my_pe) * largest +
                               (uint64_t)seat.number;
        ishmemi_alltoall_push(caller, near, 0, rows + block * bytes,
                              alltoall->source + (member * alltoall->count + at) * alltoall->sst,
                              alltoall->size, alltoall->sst, alltoall->size, count,
                              shared ? lane : 0, shared ? lanes : 1);
    }
}

/* Stores what the leaders sent into the dests of the domain's members.  Each lane makes this
 * call. */
ISHMEMI_BODY void ishmemi_alltoall_unpack(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                          const ishmemi_alltoall_t *alltoall,
                                          const ishmemi_exchanged_t *exchanged, size_t at,
                                          size_t count, size_t lane, size_t lanes)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const size_t bytes = count * alltoall->size;
    const int shared = bytes >= ISHMEMI_EXCHANGE_SHARED_BYTES;
    for (size_t member = shared ? 0 : lane; member < (size_t)team->n_pes;
         member += shared ? 1 : lanes) {
        const ishmemi_team_seat_t seat = ishmemi_team_seat(team, (int)member);
        const char *const blocks = ishmemi_exchanged_of(exchanged, seat.domain) +
                                   (size_t)seat.number * (size_t)team->largest * bytes;
        for (int i = 0; i < near->n_pes; i++) {
            ishmemi_alltoall_push(caller, near, i,
                                  alltoall->dest +
                                      (uint64_t)(member * alltoall->count + at) * alltoall->dst,
                                  blocks + (size_t)i * bytes, alltoall->dst, alltoall->size,
                                  alltoall->size, count, shared ? lane : 0, shared ? lanes : 1);
        }
    }
}

/* The sync before a step shows that the leader has finished the previous step. */
ISHMEMI_INLINE int ishmemi_alltoall_by_hosts(ishmemi_caller_t caller, ishmemi_group_t group,
                                             ishmemi_team_ref_t team,
                                             const ishmemi_alltoall_t *alltoall)
{
    const ishmemi_team_ref_t near = ishmemi_team_near(team);
    const ishmemi_team_ref_t leaders = ishmemi_team_leaders(team);
    const size_t lane = ishmemi_group_lane(group);
    const size_t lanes = ishmemi_group_lanes(group);
    const size_t step = ishmemi_alltoall_step(team, alltoall->size);
    int failed = ishmemi_part_sync(caller, group, near);
    for (size_t at = 0; at < alltoall->count && !failed; at += step) {
        const size_t count = ishmemi_exchange_clip(at, step, alltoall->count);
        const size_t row = (size_t)team->largest * (size_t)team->largest * count * alltoall->size;
        ishmemi_alltoall_pack(caller, team, alltoall, at, count, lane, lanes);
        failed = ishmemi_part_sync(caller, group, near);
        if (!failed && leaders != 0) {
            const ishmemi_exchanged_t exchanged = ishmemi_part_exchange(
                caller, group, leaders, 0, ishmemi_team_scratch(near), row, row, row);
            failed = exchanged.failed;
            if (!failed) {
                ishmemi_alltoall_unpack(caller, team, alltoall, &exchanged, at, count, lane, lanes);
            }
        }
        if (!failed) {
            failed = ishmemi_part_sync(caller, group, near);
        }
    }
    return failed ? -1 : 0;
}

#endif
