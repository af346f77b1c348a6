/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions by two members, in slices.  A member stores operands into the other's dest, which the program promises to
 * be ready, and combines there what has come with its own operand.  So there is no round of marks before the data, and
 * nobody waits for a load through a link, which carries fewer loads than stores if both members send them.
 *
 * Of data that is not long each combines all.  Of long data each combines one half, and stores the result in both
 * dests: as many bytes go through the link, and half as many through each member's memory.
 */
#ifndef ISHMEM_COLLECTIVE_REDUCE_OF_TWO_H
#define ISHMEM_COLLECTIVE_REDUCE_OF_TWO_H

#include "reduction.h"

/* Combines what is in dest with this member's operand, in the order of the members.  both: stores the result in the
 * other's dest, too. */
ISHMEMI_INLINE void ishmemi_combine_with_dest(ishmemi_caller_t caller, ishmemi_group_t group,
                                              ishmemi_team_ref_t team,
                                              const ishmemi_reduction_t *reduction, uint64_t dest,
                                              uint64_t source, size_t bytes, int both)
{
    const int other = 1 - team->my_pe;
    const uint64_t left = team->my_pe == 0 ? source : dest;
    const uint64_t right = team->my_pe == 0 ? dest : source;
    size_t done = 0;
#ifdef ISHMEMI_FOLDS
    const uint64_t also = both ? ishmemi_member_address(caller, team, other, dest) : (uint64_t)0;
    done = ishmemi_fold_pair(caller, reduction->kinds, reduction->kind, reduction->op, dest, also,
                             left, right, bytes, ishmemi_group_lane(group),
                             ishmemi_group_lanes(group));
#endif
    if (done < bytes) {
        ishmemi_reduce_pair(caller, group, reduction, dest + done, left + done, right + done,
                            (bytes - done) / reduction->size);
        if (both) {
            ishmemi_group_barrier(group);
            ishmemi_team_push(caller, team, other, dest + done, ishmemi_memory_at(dest + done),
                              bytes - done, ishmemi_group_lane(group), ishmemi_group_lanes(group));
        }
    }
}

/* A member's half of a piece. */
ISHMEMI_INLINE ishmemi_piece_t ishmemi_reduce_half(ishmemi_team_ref_t team, ishmemi_piece_t piece,
                                                   int member)
{
    const size_t part = ishmemi_reduce_part(team, piece.bytes);
    const size_t before = part * (size_t)member;
    ishmemi_piece_t own;
    own.at = piece.at + before;
    own.bytes = ishmemi_exchange_clip(before, part, piece.bytes);
    return own;
}

/* Stores the operand, or with `halves` the half that the other combines, in the other's dest, and sets the mark. */
ISHMEMI_INLINE void ishmemi_reduce_send(ishmemi_caller_t caller, ishmemi_group_t group,
                                        ishmemi_team_ref_t team, const ishmemi_slices_t *slices,
                                        uint32_t together, uint64_t dest, uint64_t source,
                                        int halves, ishmemi_slice_mark_t mark)
{
    const int other = 1 - team->my_pe;
    ishmemi_group_barrier(group);
    for (uint32_t slice = 0; slice < slices->count; slice += together) {
        ishmemi_piece_t piece = ishmemi_slices_piece(slices, slice, slice + together);
        if (halves) {
            piece = ishmemi_reduce_half(team, piece, other);
        }
        ishmemi_team_push(caller, team, other, dest + piece.at,
                          ishmemi_memory_at(source + piece.at), piece.bytes,
                          ishmemi_group_lane(group), ishmemi_group_lanes(group));
        ishmemi_group_barrier(group);
        ishmemi_slices_tell(caller, group, slices, slice, slice + together, mark, other);
    }
}

ISHMEMI_INLINE int ishmemi_reduce_of_two(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t bytes)
{
    const int other = 1 - team->my_pe;
    ishmemi_slices_t slices = ishmemi_slices_share(team, crew, bytes, ISHMEMI_SLICE_BYTES);
    const uint32_t together = slices.step == 1 ? slices.count : 1;
    ishmemi_reduce_send(caller, group, team, &slices, together, dest, source, 0,
                        ISHMEMI_SLICE_COMPLETE);
    for (uint32_t slice = 0; slice < slices.count && !slices.failed; slice += together) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(&slices, slice, slice + together);
        ishmemi_slices_await(caller, group, &slices, slice, slice + together,
                             ISHMEMI_SLICE_COMPLETE, other);
        if (!slices.failed) {
            ishmemi_combine_with_dest(caller, group, team, reduction, dest + piece.at,
                                      source + piece.at, piece.bytes, 0);
        }
    }
    ishmemi_group_barrier(group);
    return ishmemi_slices_count(group, &slices);
}

/* ISHMEMI_SLICE_BEGUN says here that the other's half of the operand is in its dest. */
ISHMEMI_INLINE int ishmemi_reduce_halves(ishmemi_caller_t caller, ishmemi_group_t group,
                                         ishmemi_team_ref_t team, ishmemi_crew_t crew,
                                         const ishmemi_reduction_t *reduction, uint64_t dest,
                                         uint64_t source, size_t bytes)
{
    const int other = 1 - team->my_pe;
    ishmemi_slices_t slices = ishmemi_slices_share(
        team, crew, bytes, ishmemi_reduce_slice_bytes(team, dest, source, bytes));
    const uint32_t together = slices.step == 1 ? slices.count : 1;
    ishmemi_reduce_send(caller, group, team, &slices, together, dest, source, 1,
                        ISHMEMI_SLICE_BEGUN);
    for (uint32_t slice = 0; slice < slices.count && !slices.failed; slice += together) {
        const ishmemi_piece_t mine = ishmemi_reduce_half(
            team, ishmemi_slices_piece(&slices, slice, slice + together), team->my_pe);
        ishmemi_slices_await(caller, group, &slices, slice, slice + together, ISHMEMI_SLICE_BEGUN,
                             other);
        if (!slices.failed) {
            ishmemi_combine_with_dest(caller, group, team, reduction, dest + mine.at,
                                      source + mine.at, mine.bytes, 1);
            ishmemi_group_barrier(group);
            ishmemi_slices_tell(caller, group, &slices, slice, slice + together,
                                ISHMEMI_SLICE_COMPLETE, other);
        }
    }
    return ishmemi_slices_end(caller, group, &slices);
}

#endif
