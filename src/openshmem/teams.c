/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Routines that return teams through pointers.  libishmem's result is in a variable of this file, so
 * libishmem checks the caller's pointer before the call.
 */
#include "define.h"
#include "routines.h"
#include "team.h"

int pshmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size,
                              const shmem_team_config_t *config, long config_mask,
                              shmem_team_t *new_team)
{
    ishmem_team_t made = ISHMEM_TEAM_INVALID;
    if (!ishmemi_openshmem.is_there("ishmem_team_split_strided", "new_team", new_team,
                                    sizeof *new_team)) {
        return -1;
    }
    const int result = ishmem_team_split_strided(openshmem_team(parent_team), start, stride, size,
                                                 config, config_mask, &made);
    *new_team = shmemx_team_from_ishmem(made);
    return result;
}

int pshmem_team_split_2d(shmem_team_t parent_team, int xrange,
                         const shmem_team_config_t *xaxis_config, long xaxis_mask,
                         shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config,
                         long yaxis_mask, shmem_team_t *yaxis_team)
{
    static const char routine[] = "ishmem_team_split_2d";
    ishmem_team_t made[] = {ISHMEM_TEAM_INVALID, ISHMEM_TEAM_INVALID};
    if (!ishmemi_openshmem.is_there(routine, "xaxis_team", xaxis_team, sizeof *xaxis_team) ||
        !ishmemi_openshmem.is_there(routine, "yaxis_team", yaxis_team, sizeof *yaxis_team)) {
        return -1;
    }
    const int result =
        ishmem_team_split_2d(openshmem_team(parent_team), xrange, xaxis_config, xaxis_mask,
                             &made[0], yaxis_config, yaxis_mask, &made[1]);
    *xaxis_team = shmemx_team_from_ishmem(made[0]);
    *yaxis_team = shmemx_team_from_ishmem(made[1]);
    return result;
}

int pshmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team)
{
    ishmem_team_t found = ISHMEM_TEAM_INVALID;
    if (!ishmemi_openshmem.is_there("ishmem_ctx_get_team", "team", team, sizeof *team)) {
        return -1;
    }
    const int result = ishmem_ctx_get_team(ctx, &found);
    *team = shmemx_team_from_ishmem(found);
    return result;
}

OPENSHMEM_NEW_TEAMS(OPENSHMEM_ALIAS_ROW)
