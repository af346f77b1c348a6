/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A team as the collectives' bodies see it, and the two ways in which a member reaches another:
 * push, which copies, and flag, which stores a number after everything that the caller has pushed.
 */
#ifndef ISHMEM_COLLECTIVE_MEMBERS_H
#define ISHMEM_COLLECTIVE_MEMBERS_H

#include "language.h"
#include "shared/team_block.h"

#define ISHMEMI_UNLIKELY(condition) (__builtin_expect((condition), 0) != 0)

typedef ISHMEMI_GLOBAL const ishmemi_team_t *ishmemi_team_ref_t;
typedef ISHMEMI_GLOBAL ishmemi_team_block_t *ishmemi_team_block_ref_t;

ISHMEMI_INLINE ishmemi_team_block_ref_t ishmemi_team_block(ishmemi_team_ref_t team)
{
    return (ishmemi_team_block_ref_t)team->block;
}

/* The member that comes `distance`, less than n_pes, after this one. */
ISHMEMI_INLINE int ishmemi_team_next(ishmemi_team_ref_t team, int distance)
{
    const int left = team->n_pes - team->my_pe;
    return distance < left ? team->my_pe + distance : distance - left;
}

/* A member's number in the world. */
ISHMEMI_INLINE int ishmemi_team_pe(ishmemi_team_ref_t team, int member)
{
    return ((ISHMEMI_GLOBAL const int32_t *)team->pes)[member];
}

/* The address by which this PE reaches a member's copy of a symmetric object. */
ISHMEMI_INLINE uint64_t ishmemi_team_translate(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                               int member, uint64_t address)
{
    return ishmemi_translate(caller, address, ishmemi_team_pe(team, member));
}

/* Where a member's block would be if it were symmetric. */
ISHMEMI_INLINE uint64_t ishmemi_team_block_of(ishmemi_team_ref_t team, int member)
{
    return ((ISHMEMI_GLOBAL const uint64_t *)team->blocks)[member];
}

/* This PE's own scratch memory. */
ISHMEMI_INLINE uint64_t ishmemi_team_scratch(ishmemi_team_ref_t team)
{
    return team->block + ishmemi_team_scratch_offset((uint64_t)team->n_pes, team->flags);
}

/* Where a member's scratch memory would be if it were symmetric. */
ISHMEMI_INLINE uint64_t ishmemi_team_scratch_of(ishmemi_team_ref_t team, int member)
{
    return ishmemi_team_block_of(team, member) +
           ishmemi_team_scratch_offset((uint64_t)team->n_pes, team->flags);
}

/* Copies to a member.  dest is a symmetric address.  Each lane that shares the work makes this
 * call. */
ISHMEMI_INLINE void ishmemi_team_push(ishmemi_caller_t caller, ishmemi_team_ref_t team, int member,
                                      uint64_t dest, const char *source, size_t bytes, size_t lane,
                                      size_t lanes)
{
    const uint64_t remote = ishmemi_member_address(caller, team, member, dest);
    if (ISHMEMI_UNLIKELY(remote == 0)) {
        ishmemi_push_far(caller, dest, source, bytes, ishmemi_team_pe(team, member), lane, lanes);
        return;
    }
    ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)remote, source, bytes, lane, lanes);
}

/* The same, and at the same time copies as many bytes here, which a GPU does while the link carries the
 * others. */
ISHMEMI_INLINE void ishmemi_team_push_two(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                          int member, uint64_t dest, const char *source, char *own,
                                          const char *own_source, size_t bytes, size_t lane,
                                          size_t lanes)
{
    const uint64_t remote = ishmemi_member_address(caller, team, member, dest);
    if (ISHMEMI_UNLIKELY(remote == 0)) {
        ishmemi_push_far(caller, dest, source, bytes, ishmemi_team_pe(team, member), lane, lanes);
        ishmemi_copy(caller, own, own_source, bytes, lane, lanes);
        return;
    }
    ishmemi_copy_two(caller, (char *)(ISHMEMI_GLOBAL char *)remote, source, own, own_source, bytes,
                     lane, lanes);
}

/* Copies from a member, which this PE reaches.  source is a symmetric address. */
ISHMEMI_INLINE void ishmemi_team_load(ishmemi_caller_t caller, ishmemi_team_ref_t team, int member,
                                      char *dest, uint64_t source, size_t bytes, size_t lane,
                                      size_t lanes)
{
    const uint64_t remote = ishmemi_team_translate(caller, team, member, source);
    ishmemi_copy(caller, dest, (const char *)(ISHMEMI_GLOBAL const char *)remote, bytes, lane,
                 lanes);
}

/* Copies elements of `size` bytes, whose starts are dst and sst bytes apart, to a member. */
ISHMEMI_INLINE void ishmemi_team_push_strided(ishmemi_caller_t caller, ishmemi_team_ref_t team,
                                              int member, uint64_t dest, const char *source,
                                              size_t dst, size_t sst, size_t size, size_t count,
                                              size_t lane, size_t lanes)
{
    const uint64_t remote = ishmemi_member_address(caller, team, member, dest);
    if (ISHMEMI_UNLIKELY(remote == 0)) {
        ishmemi_push_far_strided(caller, dest, source, dst, sst, size, count,
                                 ishmemi_team_pe(team, member), lane, lanes);
        return;
    }
    ishmemi_copy_strided(caller, (char *)(ISHMEMI_GLOBAL char *)remote, source, dst, sst, size,
                         count, lane, lanes);
}

/* Stores a number into a member's block, `offset` from its start. */
ISHMEMI_INLINE void ishmemi_team_flag(ishmemi_caller_t caller, ishmemi_team_ref_t team, int member,
                                      uint64_t offset, uint64_t number)
{
    const uint64_t own = ishmemi_team_block_of(team, member) + offset;
    const uint64_t remote = ishmemi_member_address(caller, team, member, own);
    if (ISHMEMI_UNLIKELY(remote == 0)) {
        ishmemi_flag_far(caller, own, number, ishmemi_team_pe(team, member));
        return;
    }
    ISHMEMI_ATOMIC_STORE(uint64_t, remote, number, ISHMEMI_RELEASE);
}

/* Pushes data, by all lanes, and then stores the number.  To a far member both go as one
 * request. */
ISHMEMI_INLINE void ishmemi_team_push_flag(ishmemi_caller_t caller, ishmemi_group_t group,
                                           ishmemi_team_ref_t team, int member, uint64_t dest,
                                           const char *source, size_t bytes, uint64_t offset,
                                           uint64_t number)
{
    const uint64_t remote = ishmemi_member_address(caller, team, member, dest);
    if (ISHMEMI_UNLIKELY(remote == 0)) {
        if (ishmemi_group_lane(group) == 0) {
            ishmemi_push_flag_far(caller, dest, 0, source, bytes,
                                  ishmemi_team_block_of(team, member) + offset, number,
                                  ishmemi_team_pe(team, member));
        }
        return;
    }
    ishmemi_copy(caller, (char *)(ISHMEMI_GLOBAL char *)remote, source, bytes,
                 ishmemi_group_lane(group), ishmemi_group_lanes(group));
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_team_flag(caller, team, member, offset, number);
    }
}

/* Comes before a sync that announces pushed data.  Data for far members must be complete by then,
 * because the sync's flags take other paths. */
ISHMEMI_INLINE void ishmemi_team_settle(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team)
{
    if (ISHMEMI_UNLIKELY((team->flags & ISHMEMI_TEAM_REACHABLE) == 0)) {
        ishmemi_group_barrier(group);
        ishmemi_complete(caller, group);
    }
}

/* ---- Domains (../team.h) --------------------------------------------------------------------- */

ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_near(ishmemi_team_ref_t team)
{
    return (ishmemi_team_ref_t)team->near;
}

/* 0: this PE is not a leader. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_leaders(ishmemi_team_ref_t team)
{
    return (ishmemi_team_ref_t)team->leaders;
}

ISHMEMI_INLINE ishmemi_team_seat_t ishmemi_team_seat(ishmemi_team_ref_t team, int member)
{
    return ((ISHMEMI_GLOBAL const ishmemi_team_seat_t *)team->seats)[member];
}

/* ---- Counters and lanes ---------------------------------------------------------------------- */

/* Increments a counter in this PE's block; returns the new value, on all lanes. */
ISHMEMI_INLINE uint64_t ishmemi_team_count(ishmemi_group_t group, ISHMEMI_GLOBAL uint64_t *counter)
{
    uint64_t number = 0;
    if (ishmemi_group_lane(group) == 0) {
        number = *counter + 1;
        *counter = number;
    }
    return ishmemi_group_broadcast(group, number);
}

#endif
