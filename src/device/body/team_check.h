/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a collective begins in a kernel: it finds its team, if its arguments pass and match those of
 * the other members (shared/collective/match.h).
 */
#ifndef ISHMEM_DEVICE_TEAM_CHECK_H
#define ISHMEM_DEVICE_TEAM_CHECK_H

#include "check.h"
#include "collectives.h"
#include "shared/collective/match.h"

ISHMEMI_INLINE int ishmemi_good_team(ishmemi_fault_t *fault, ishmemi_team_ref_t team,
                                     ishmemi_string_t argument, int32_t handle)
{
    return team != 0 || ishmemi_note(fault, argument, ISHMEMI_EXPECTED_TEAM,
                                     (uint64_t)(int64_t)handle, 0, 0, 0, 0);
}

/* dest_blocks, source_blocks: as many blocks of nelems elements as there are members, or one. */
ISHMEMI_BODY int ishmemi_good_collective(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                         ishmemi_team_ref_t team, int32_t handle, const void *dest,
                                         int dest_blocks, const void *source, int source_blocks,
                                         size_t nelems, size_t size, int root,
                                         ishmemi_overlap_t overlap)
{
    ishmemi_fault_t fault;
    int good = ishmemi_good_team(&fault, team, "team", handle);
    if (good) {
        const size_t n = (size_t)team->n_pes;
        const size_t most = (size_t)ISHMEMI_STRIDE_MAX;
        const size_t all = nelems > most / n ? most : nelems * n;
        good = ishmemi_good_range(&fault, "PE_root", root, 0, team->n_pes - 1) &&
               ishmemi_good_symmetric(ctx, &fault, "dest", ISHMEMI_ADDRESS(dest),
                                      dest_blocks ? all : nelems, size, size) &&
               ishmemi_good_symmetric(ctx, &fault, "source", ISHMEMI_ADDRESS(source),
                                      source_blocks ? all : nelems, size, size) &&
               ishmemi_good_apart(&fault, ISHMEMI_ADDRESS(dest), dest_blocks ? all : nelems,
                                  ISHMEMI_ADDRESS(source), source_blocks ? all : nelems, size,
                                  overlap);
    }
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

ISHMEMI_BODY void ishmemi_report_no_team(ishmem_ctx_t ctx, ishmemi_string_t routine, int32_t handle)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_team(&fault, 0, "team", handle);
    (void)ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* ---- What the members call ------------------------------------------------------------------- */

/* Where an array is in the heap.  An array without elements is elsewhere. */
ISHMEMI_INLINE uint64_t ishmemi_place_of(ishmem_ctx_t ctx, uint64_t address, size_t count)
{
    const uint64_t offset = address - ctx->heap;
    return count != 0 && offset < ctx->heap_bytes ? offset : ISHMEMI_SIGNED_ELSEWHERE;
}

/* The host finds the routine in this PE's signature. */
ISHMEMI_INLINE void ishmemi_report_mismatch(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                                            uint64_t theirs)
{
    const ishmemi_signature_ref_t mine = ishmemi_team_signature(team);
    ishmemi_fault_t fault;
    const int good =
        ishmemi_note(&fault, "team", ISHMEMI_EXPECTED_MATCH, (uint64_t)(int64_t)team->handle,
                     ISHMEMI_ADDRESS(mine), theirs, 0, 0);
    (void)ishmemi_good_or_report(ctx, "collective", good, &fault);
}

/* By one lane, which has put the routine into the signature.  Not 0: the call must not go on. */
ISHMEMI_INLINE int ishmemi_match_named(ishmem_ctx_t ctx, ishmemi_team_ref_t team, uint64_t dest,
                                       uint64_t source, size_t count, size_t size, int64_t dst,
                                       int64_t sst, int root, int own_counts)
{
    const ishmemi_signature_ref_t mine = ishmemi_team_signature(team);
    mine->dest = dest;
    mine->source = source;
    mine->count = count;
    mine->dst = dst;
    mine->sst = sst;
    mine->size = (uint32_t)size;
    mine->root = root;
    mine->own_counts = (uint32_t)own_counts;
    const uint64_t theirs = ishmemi_team_match(ctx, team);
    if (theirs != 0 && theirs != ISHMEMI_MATCH_ABORTED) {
        ishmemi_report_mismatch(ctx, team, theirs);
    }
    return theirs == 0 ? 0 : -1;
}

/* By one lane; out of line, because it is rare and long. */
ISHMEMI_COLD int ishmemi_match_call(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                    ishmemi_team_ref_t team, uint64_t dest, uint64_t source,
                                    size_t count, size_t size, int64_t dst, int64_t sst, int root,
                                    int own_counts)
{
    if (ishmemi_aborted(ctx)) {
        /* The signature may be part of a report, so it must not change. */
        return -1;
    }
    ishmemi_copy_name(ishmemi_team_signature(team)->routine, routine, ISHMEMI_SIGNATURE_NAME_BYTES);
    ishmemi_team_note_call(ctx, team, routine);
    return ishmemi_match_named(ctx, team, ishmemi_place_of(ctx, dest, count),
                               ishmemi_place_of(ctx, source, count), count, size, dst, sst, root,
                               own_counts);
}

/* By a group; the answer is on all lanes. */
ISHMEMI_INLINE int ishmemi_match_by(ishmem_ctx_t ctx, ishmemi_group_t group,
                                    ishmemi_string_t routine, ishmemi_team_ref_t team,
                                    uint64_t dest, uint64_t source, size_t count, size_t size,
                                    int64_t dst, int64_t sst, int root, int own_counts)
{
    int failed = 0;
    if (ishmemi_group_lane(group) == 0) {
        failed = ishmemi_match_call(ctx, routine, team, dest, source, count, size, dst, sst, root,
                                    own_counts);
    }
    return (int)ishmemi_group_broadcast(group, (uint64_t)failed);
}

/* ---- How a call begins ----------------------------------------------------------------------- */

/* The team of a handle, or 0, for a call that has nothing else to check.  The caller still has to
 * note the call. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_enter_sync(ishmem_ctx_t ctx, ishmemi_group_t group,
                                                          ishmemi_string_t routine, int32_t handle)
{
    const ishmemi_team_ref_t team = ishmemi_team_of(ctx, handle);
    if (ishmemi_checked(ctx)) {
        if (ISHMEMI_UNLIKELY(team == 0)) {
            ishmemi_report_no_team(ctx, routine, handle);
        } else if (ishmemi_match_by(ctx, group, routine, team, 0, 0, 0, 0, 0, 0, 0, 0) != 0) {
            return 0;
        }
    }
    return team;
}

/* The team of a handle, or 0. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_enter(ishmem_ctx_t ctx, ishmemi_group_t group,
                                                     ishmemi_string_t routine, int32_t handle,
                                                     const void *dest, int dest_blocks,
                                                     const void *source, int source_blocks,
                                                     size_t nelems, size_t size, int root,
                                                     ishmemi_overlap_t overlap, int own_counts)
{
    const ishmemi_team_ref_t team = ishmemi_team_of(ctx, handle);
    if (ishmemi_checked(ctx) &&
        (!ishmemi_good_collective(ctx, routine, team, handle, dest, dest_blocks, source,
                                  source_blocks, nelems, size, root, overlap) ||
         ishmemi_match_by(ctx, group, routine, team, ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source),
                          nelems, size, 0, 0, root, own_counts) != 0)) {
        return 0;
    }
    if (team != 0 && ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(ctx, team, routine);
    }
    return team;
}

#endif
