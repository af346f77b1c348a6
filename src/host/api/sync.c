/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all, barrier_all, and the same of teams.
 */
#include "collective.h"
#include "collective_check.h"

void ishmem_sync_all(void)
{
    static const char routine[] = "ishmem_sync_all";
    ishmemi_check_ready(routine);
    ishmemi_host_team_sync(routine, ishmemi_team_world);
}

void ishmem_barrier_all(void)
{
    static const char routine[] = "ishmem_barrier_all";
    ishmemi_check_ready(routine);
    ishmemi_host_team_barrier(routine, ishmemi_team_world);
}

int ishmem_team_sync(ishmem_team_t team)
{
    static const char routine[] = "ishmem_team_sync";
    return ishmemi_host_team_sync(routine, ishmemi_check_team(routine, "team", team));
}

int ishmemx_team_barrier(ishmem_team_t team)
{
    static const char routine[] = "ishmemx_team_barrier";
    return ishmemi_host_team_barrier(routine, ishmemi_check_team(routine, "team", team));
}
