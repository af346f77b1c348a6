/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A reduction by two members, in slices, of data that is not long.  Each stores its operand into the other's dest, which
 * the program promises to be ready, and combines there what has come with its own operand.  So there is one round of
 * marks, and nobody waits for a load through a link.
 */
#ifndef ISHMEM_COLLECTIVE_REDUCE_OF_TWO_H
#define ISHMEM_COLLECTIVE_REDUCE_OF_TWO_H

#include "reduction.h"

/* Combines what is in dest with this member's operand, in the order of the members. */
ISHMEMI_INLINE void ishmemi_combine_with_dest(ishmemi_caller_t caller, ishmemi_group_t group,
                                              ishmemi_team_ref_t team,
                                              const ishmemi_reduction_t *reduction, uint64_t dest,
                                              uint64_t source, size_t bytes)
{
    const uint64_t left = team->my_pe == 0 ? source : dest;
    const uint64_t right = team->my_pe == 0 ? dest : source;
    size_t done = 0;
#ifdef ISHMEMI_FOLDS
    done = ishmemi_fold_pair(caller, reduction->kinds, reduction->kind, reduction->op, dest, left,
                             right, bytes, ishmemi_group_lane(group), ishmemi_group_lanes(group));
#endif
    if (done < bytes) {
        ishmemi_reduce_pair(caller, group, reduction, dest + done, left + done, right + done,
                            (bytes - done) / reduction->size);
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
    ishmemi_group_barrier(group);
    for (uint32_t slice = 0; slice < slices.count; slice += together) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(&slices, slice, slice + together);
        ishmemi_team_push(caller, team, other, dest + piece.at,
                          ishmemi_memory_at(source + piece.at), piece.bytes,
                          ishmemi_group_lane(group), ishmemi_group_lanes(group));
        ishmemi_group_barrier(group);
        ishmemi_slices_tell(caller, group, &slices, slice, slice + together, ISHMEMI_SLICE_COMPLETE,
                            other);
    }
    for (uint32_t slice = 0; slice < slices.count && !slices.failed; slice += together) {
        const ishmemi_piece_t piece = ishmemi_slices_piece(&slices, slice, slice + together);
        ishmemi_slices_await(caller, group, &slices, slice, slice + together,
                             ISHMEMI_SLICE_COMPLETE, other);
        if (!slices.failed) {
            ishmemi_combine_with_dest(caller, group, team, reduction, dest + piece.at,
                                      source + piece.at, piece.bytes);
        }
    }
    ishmemi_group_barrier(group);
    return ishmemi_slices_count(group, &slices);
}

#endif
