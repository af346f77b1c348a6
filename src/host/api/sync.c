/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all, barrier_all, and the same for teams.
 */
#include "collective.h"
#include "collective_check.h"
#include "match.h"
#include "observe.h"
#include "team_calls.h"

static int sync_team(const char *routine, const ishmemi_host_team_t *team)
{
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_OBSERVE(COLLECTIVE, routine, -1, .team = ishmemi_team_calls_id(&team->team));
    ishmemi_match_routine(routine, team);
    return ishmemi_host_team_sync(routine, team);
}

static int barrier_team(const char *routine, const ishmemi_host_team_t *team)
{
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_OBSERVE(COLLECTIVE, routine, -1, .team = ishmemi_team_calls_id(&team->team),
                    .flags = ISHMEMI_CALL_COMPLETES);
    ishmemi_match_routine(routine, team);
    return ishmemi_host_team_barrier(routine, team);
}

void ishmem_sync_all(void)
{
    static const char routine[] = "ishmem_sync_all";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    sync_team(routine, ishmemi_team_world);
}

void ishmem_barrier_all(void)
{
    static const char routine[] = "ishmem_barrier_all";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    barrier_team(routine, ishmemi_team_world);
}

int ishmem_team_sync(ishmem_team_t team)
{
    static const char routine[] = "ishmem_team_sync";
    return sync_team(routine, ishmemi_check_team(routine, "team", team));
}

int ishmemx_team_barrier(ishmem_team_t team)
{
    static const char routine[] = "ishmemx_team_barrier";
    return barrier_team(routine, ishmemi_check_team(routine, "team", team));
}
