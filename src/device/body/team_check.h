/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a collective begins in a kernel: its team, if its arguments pass.
 */
#ifndef ISHMEM_DEVICE_TEAM_CHECK_H
#define ISHMEM_DEVICE_TEAM_CHECK_H

#include "check.h"
#include "shared/collective/members.h"

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
                                         size_t nelems, size_t size, int root)
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
                                      source_blocks ? all : nelems, size, size);
    }
    return ishmemi_good_or_report(ctx, routine, good, &fault);
}

ISHMEMI_BODY void ishmemi_report_no_team(ishmem_ctx_t ctx, ishmemi_string_t routine, int32_t handle)
{
    ishmemi_fault_t fault;
    const int good = ishmemi_good_team(&fault, 0, "team", handle);
    (void)ishmemi_good_or_report(ctx, routine, good, &fault);
}

/* The team of a handle, or 0, where nothing else is to be checked.  The call is yet to be noted. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_enter_sync(ishmem_ctx_t ctx,
                                                          ishmemi_string_t routine, int32_t handle)
{
    const ishmemi_team_ref_t team = ishmemi_team_of(ctx, handle);
    if (ISHMEMI_UNLIKELY(team == 0) && ishmemi_checked(ctx)) {
        ishmemi_report_no_team(ctx, routine, handle);
    }
    return team;
}

/* The team of a handle, or 0. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_enter(ishmem_ctx_t ctx, ishmemi_group_t group,
                                                     ishmemi_string_t routine, int32_t handle,
                                                     const void *dest, int dest_blocks,
                                                     const void *source, int source_blocks,
                                                     size_t nelems, size_t size, int root)
{
    const ishmemi_team_ref_t team = ishmemi_team_of(ctx, handle);
    if (ishmemi_checked(ctx) &&
        !ishmemi_good_collective(ctx, routine, team, handle, dest, dest_blocks, source,
                                 source_blocks, nelems, size, root)) {
        return 0;
    }
    if (team != 0 && ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(team, routine);
    }
    return team;
}

#endif
