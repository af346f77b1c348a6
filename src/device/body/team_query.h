/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels can ask about a team.  The answer is -1, or no address, for ISHMEM_TEAM_INVALID, and
 * without checks for any handle that is not a team's.
 */
#ifndef ISHMEM_DEVICE_TEAM_QUERY_H
#define ISHMEM_DEVICE_TEAM_QUERY_H

#include "team_check.h"

ISHMEMI_BODY int ishmemi_report_team(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                     ishmemi_string_t argument, int32_t handle)
{
    ishmemi_fault_t fault;
    return ishmemi_good_or_report(ctx, routine, ishmemi_good_team(&fault, 0, argument, handle),
                                  &fault);
}

/* The team of a handle that an argument gives, or 0. */
ISHMEMI_INLINE ishmemi_team_ref_t ishmemi_team_given(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                                     ishmemi_string_t argument, int32_t handle)
{
    const ishmemi_team_ref_t team = ishmemi_team_of(ctx, handle);
    if (team == 0 && handle != ISHMEM_TEAM_INVALID && ishmemi_checked(ctx)) {
        ishmemi_report_team(ctx, routine, argument, handle);
    }
    return team;
}

/* A member's number in the world, or -1. */
ISHMEMI_INLINE int ishmemi_team_world_pe(ishmemi_team_ref_t team, int pe)
{
    if (team == 0 || pe < 0 || pe >= team->n_pes) {
        return -1;
    }
    return ((ISHMEMI_GLOBAL const int32_t *)team->pes)[pe];
}

ISHMEMI_INLINE int ishmemi_team_translate_pe(ishmemi_team_ref_t from, int pe, ishmemi_team_ref_t to)
{
    const int world_pe = ishmemi_team_world_pe(from, pe);
    if (world_pe < 0 || to == 0) {
        return -1;
    }
    return ((ISHMEMI_GLOBAL const int32_t *)to->numbers)[world_pe];
}

ISHMEMI_INLINE int ishmemi_team_get_config(ishmemi_team_ref_t team, long config_mask,
                                           ishmem_team_config_t *config)
{
    if (team == 0) {
        return -1;
    }
    if ((config_mask & ISHMEM_TEAM_NUM_CONTEXTS) != 0) {
        config->num_contexts = team->num_contexts;
    }
    return 0;
}

/* The address by which this PE reaches a member's copy of a symmetric object, or 0. */
ISHMEMI_INLINE uint64_t ishmemi_team_ptr(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                                         uint64_t address, int pe)
{
    return ishmemi_ptr(ctx, address, ishmemi_team_world_pe(team, pe));
}

#endif
