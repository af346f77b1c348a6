/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Much data in slices.  Each slice is a collective of its own: the members tell each other that it
 * may begin, move its data, and tell each other that it is complete.  So the groups of a kernel
 * share a collective without meeting each other, and a group alone carries out all slices.
 *
 * How many slices there are depends only on the bytes, so members may bring different numbers of
 * groups.  A group takes its slices in ascending order, and at a time as many as all members have
 * begun.  So it never keeps a slice that can go on waiting for one that a member begins later,
 * perhaps only when the first one is complete and another of its groups can start.
 *
 * Marks are in the block (../team_block.h).  Member m's mark of a slice says how far m is: in call
 * c on that slice, from 0, c * ISHMEMI_SLICE_MARKS and one of the marks below.
 */
#ifndef ISHMEM_COLLECTIVE_SLICES_H
#define ISHMEM_COLLECTIVE_SLICES_H

#include "exchange.h"
#include "members.h"

/* From twice this size on, data is worth a second slice, unless its slices have another least size. */
#define ISHMEMI_SLICE_BYTES 16384

typedef enum ishmemi_slice_mark {
    ISHMEMI_SLICE_BEGUN = 1, /* the member's dest and source are ready */
    ISHMEMI_SLICE_COMPLETE,  /* the member has moved what it has to */
    ISHMEMI_SLICE_MARKS
} ishmemi_slice_mark_t;

/* The groups of a kernel that share a call, and the number of the caller's. */
typedef struct ishmemi_crew {
    uint32_t group;
    uint32_t groups;
} ishmemi_crew_t;

/* A group's slices of one call: first, first + step and so on, which are numbered from 0 here. */
typedef struct ishmemi_slices {
    ishmemi_team_ref_t team;
    size_t bytes; /* of all slices of the call */
    size_t each;  /* of a slice, but the last ones may be shorter */
    uint32_t first;
    uint32_t step;
    uint32_t count;
    uint32_t begun; /* slices that have been begun by all members */
    uint32_t moved; /* the first of these that have not been moved */
    int failed;     /* the job is being aborted */
} ishmemi_slices_t;

/* A piece of the data: neighbouring slices, in bytes from the start. */
typedef struct ishmemi_piece {
    size_t at;
    size_t bytes;
} ishmemi_piece_t;

/* least: the least bytes of a slice, if there are so many. */
ISHMEMI_INLINE uint32_t ishmemi_slices_of(size_t bytes, size_t least)
{
    const size_t slices = bytes / least;
    return slices < 1 ? 1 : slices > ISHMEMI_TEAM_SLICES ? ISHMEMI_TEAM_SLICES : (uint32_t)slices;
}

ISHMEMI_INLINE ishmemi_slices_t ishmemi_slices_share(ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                                     size_t bytes, size_t least)
{
    const uint32_t all = ishmemi_slices_of(bytes, least);
    const size_t each = (bytes + all - 1) / all;
    ishmemi_slices_t slices;
    slices.team = team;
    slices.bytes = bytes;
    slices.each =
        (each + ISHMEMI_TEAM_LINE_BYTES - 1) / ISHMEMI_TEAM_LINE_BYTES * ISHMEMI_TEAM_LINE_BYTES;
    slices.first = crew.group;
    slices.step = crew.groups;
    slices.count = crew.group < all ? (all - crew.group - 1) / crew.groups + 1 : 0;
    slices.begun = 0;
    slices.moved = 0;
    slices.failed = 0;
    return slices;
}

/* ---- Marks ----------------------------------------------------------------------------------- */

ISHMEMI_INLINE uint64_t ishmemi_slice_offset(const ishmemi_slices_t *slices, uint32_t slice,
                                             int member)
{
    const uint64_t number = slices->first + (uint64_t)slice * slices->step;
    return ishmemi_team_mark_of((uint64_t)slices->team->n_pes, number, (uint64_t)member);
}

/* Calls on a slice before this one. */
ISHMEMI_INLINE ISHMEMI_GLOBAL uint64_t *ishmemi_slice_calls(const ishmemi_slices_t *slices,
                                                            uint32_t slice)
{
    const uint64_t number = slices->first + (uint64_t)slice * slices->step;
    return (ISHMEMI_GLOBAL uint64_t *)(slices->team->block + ishmemi_team_slice_calls_offset(
                                                                 (uint64_t)slices->team->n_pes)) +
           number;
}

ISHMEMI_INLINE uint64_t ishmemi_slice_number(const ishmemi_slices_t *slices, uint32_t slice,
                                             ishmemi_slice_mark_t mark)
{
    return *ishmemi_slice_calls(slices, slice) * ISHMEMI_SLICE_MARKS + (uint64_t)mark;
}

/* Tells `member`, or all others if it is this PE, how far this PE is with slices from <= i < to.  The
 * lanes must have met since they stored the data. */
ISHMEMI_INLINE void ishmemi_slices_tell(ishmemi_caller_t caller, ishmemi_group_t group,
                                        const ishmemi_slices_t *slices, uint32_t from, uint32_t to,
                                        ishmemi_slice_mark_t mark, int member)
{
    const ishmemi_team_ref_t team = slices->team;
    const uint32_t others = member == team->my_pe ? (uint32_t)team->n_pes - 1 : 1;
    const uint32_t all = (to - from) * others;
    for (uint32_t i = (uint32_t)ishmemi_group_lane(group); i < all;
         i += (uint32_t)ishmemi_group_lanes(group)) {
        const uint32_t slice = from + i / others;
        const int to_member =
            member == team->my_pe ? ishmemi_team_next(team, (int)(i % others) + 1) : member;
        ishmemi_team_flag(caller, team, to_member, ishmemi_slice_offset(slices, slice, team->my_pe),
                          ishmemi_slice_number(slices, slice, mark));
    }
}

/* Waits until `member`, or all others if it is this PE, are as far.  All lanes may read the data
 * then. */
ISHMEMI_INLINE void ishmemi_slices_await(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_slices_t *slices, uint32_t from, uint32_t to,
                                         ishmemi_slice_mark_t mark, int member)
{
    const ishmemi_team_ref_t team = slices->team;
    const uint32_t others = member == team->my_pe ? (uint32_t)team->n_pes - 1 : 1;
    const uint32_t all = (to - from) * others;
    int failed = 0;
    for (uint32_t i = (uint32_t)ishmemi_group_lane(group); i < all && !failed;
         i += (uint32_t)ishmemi_group_lanes(group)) {
        const uint32_t slice = from + i / others;
        const int of_member =
            member == team->my_pe ? ishmemi_team_next(team, (int)(i % others) + 1) : member;
        failed = ishmemi_team_wait(caller, team, ishmemi_slice_offset(slices, slice, of_member),
                                   ishmemi_slice_number(slices, slice, mark));
    }
    ishmemi_group_barrier(group);
    slices->failed |= ishmemi_group_any(group, failed);
}

/* The first slice from `from` on that not all others have begun. */
ISHMEMI_INLINE uint32_t ishmemi_slices_begun(ishmemi_caller_t caller, ishmemi_group_t group,
                                             const ishmemi_slices_t *slices, uint32_t from)
{
    const ishmemi_team_ref_t team = slices->team;
    const uint32_t others = (uint32_t)team->n_pes - 1;
    const uint32_t all = (slices->count - from) * others;
    uint32_t least = slices->count;
    for (uint32_t i = (uint32_t)ishmemi_group_lane(group); i < all && least == slices->count;
         i += (uint32_t)ishmemi_group_lanes(group)) {
        const uint32_t slice = from + i / others;
        const int member = ishmemi_team_next(team, (int)(i % others) + 1);
        if (ishmemi_team_seen(caller, team, ishmemi_slice_offset(slices, slice, member)) <
            ishmemi_slice_number(slices, slice, ISHMEMI_SLICE_BEGUN)) {
            least = slice;
        }
    }
    return (uint32_t)ishmemi_group_min(group, least);
}

/* ---- One call -------------------------------------------------------------------------------- */

/* For a call whose slices begin when all members are ready. */
ISHMEMI_INLINE ishmemi_slices_t ishmemi_slices_begin(ishmemi_caller_t caller, ishmemi_group_t group,
                                                     ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                                     size_t bytes, size_t least)
{
    const ishmemi_slices_t slices = ishmemi_slices_share(team, crew, bytes, least);
    ishmemi_group_barrier(group);
    ishmemi_slices_tell(caller, group, &slices, 0, slices.count, ISHMEMI_SLICE_BEGUN, team->my_pe);
    return slices;
}

/* The slices from <= i < to as one piece: one slice, or several of a group that has them all.  The
 * members may have different pieces, as they are told of each other's slices at different times. */
ISHMEMI_INLINE ishmemi_piece_t ishmemi_slices_piece(const ishmemi_slices_t *slices, uint32_t from,
                                                    uint32_t to)
{
    ishmemi_piece_t piece;
    piece.at = (slices->first + (size_t)from * slices->step) * slices->each;
    piece.bytes = ishmemi_exchange_clip(piece.at, (to - from) * slices->each, slices->bytes);
    return piece;
}

/* For a call before which all members' dests are ready, so that nobody waits for a slice to begin. */
ISHMEMI_INLINE ishmemi_slices_t ishmemi_slices_ready(ishmemi_group_t group, ishmemi_team_ref_t team,
                                                     ishmemi_crew_t crew, size_t bytes)
{
    ishmemi_slices_t slices = ishmemi_slices_share(team, crew, bytes, ISHMEMI_SLICE_BYTES);
    slices.begun = slices.count;
    ishmemi_group_barrier(group);
    return slices;
}

/* Waits for the next slices that all members have begun; whether there are any.  The lanes move
 * those from `moved` to `begun` and then call ishmemi_slices_complete. */
ISHMEMI_INLINE int ishmemi_slices_next(ishmemi_caller_t caller, ishmemi_group_t group,
                                       ishmemi_slices_t *slices)
{
    if (slices->moved == slices->count) {
        return 0;
    }
    const uint32_t next = slices->moved + 1;
    ishmemi_slices_await(caller, group, slices, slices->moved, next, ISHMEMI_SLICE_BEGUN,
                         slices->team->my_pe);
    slices->begun = next;
    if (slices->step == 1 && next < slices->count) {
        slices->begun = ishmemi_slices_begun(caller, group, slices, next);
        ishmemi_group_barrier(group);
    }
    return !slices->failed;
}

ISHMEMI_INLINE void ishmemi_slices_complete(ishmemi_caller_t caller, ishmemi_group_t group,
                                            ishmemi_slices_t *slices)
{
    ishmemi_group_barrier(group);
    ishmemi_slices_tell(caller, group, slices, slices->moved, slices->begun, ISHMEMI_SLICE_COMPLETE,
                        slices->team->my_pe);
    slices->moved = slices->begun;
}

/* Counts the call, which no lane does before all have read the numbers for the last time. */
ISHMEMI_INLINE int ishmemi_slices_count(ishmemi_group_t group, const ishmemi_slices_t *slices)
{
    for (uint32_t i = (uint32_t)ishmemi_group_lane(group); i < slices->count;
         i += (uint32_t)ishmemi_group_lanes(group)) {
        ++*ishmemi_slice_calls(slices, i);
    }
    return slices->failed ? -1 : 0;
}

/* Waits for the other members' pieces. */
ISHMEMI_INLINE int ishmemi_slices_end(ishmemi_caller_t caller, ishmemi_group_t group,
                                      ishmemi_slices_t *slices)
{
    if (!slices->failed) {
        ishmemi_slices_await(caller, group, slices, 0, slices->count, ISHMEMI_SLICE_COMPLETE,
                             slices->team->my_pe);
    }
    return ishmemi_slices_count(group, slices);
}

#endif
