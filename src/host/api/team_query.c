/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Routines that describe a team.
 */
#include "check.h"
#include "host_team.h"

int ishmem_team_my_pe(ishmem_team_t team)
{
    static const char routine[] = "ishmem_team_my_pe";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    return found ? found->team.my_pe : -1;
}

int ishmem_team_n_pes(ishmem_team_t team)
{
    static const char routine[] = "ishmem_team_n_pes";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    return found ? found->team.n_pes : -1;
}

int ishmem_team_get_config(ishmem_team_t team, long config_mask, ishmem_team_config_t *config)
{
    static const char routine[] = "ishmem_team_get_config";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    ISHMEMI_REQUIRE_OR(found, -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_bits(routine, "config_mask", config_mask,
                                          ISHMEM_TEAM_NUM_CONTEXTS,
                                          "ISHMEM_TEAM_NUM_CONTEXTS or 0"),
                       -1);
    if (config_mask & ISHMEM_TEAM_NUM_CONTEXTS) {
        ISHMEMI_REQUIRE_OR(
            ishmemi_check_local(routine, "config", config, 1, sizeof config->num_contexts), -1);
        config->num_contexts = found->team.num_contexts;
    }
    return 0;
}

int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe, ishmem_team_t dest_team)
{
    static const char routine[] = "ishmem_team_translate_pe";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (src_team == ISHMEM_TEAM_INVALID || dest_team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    const ishmemi_host_team_t *const from = ishmemi_check_team(routine, "src_team", src_team);
    const ishmemi_host_team_t *const to = ishmemi_check_team(routine, "dest_team", dest_team);
    ISHMEMI_REQUIRE_OR(from && to, -1);
    const int pe = ishmemi_team_world_pe(from, src_pe);
    return pe < 0 ? -1 : ishmemi_team_numbers(to)[pe];
}

void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe)
{
    static const char routine[] = "ishmem_team_ptr";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), NULL);
    if (team == ISHMEM_TEAM_INVALID) {
        return NULL;
    }
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    return found ? ishmem_ptr(dest, ishmemi_team_world_pe(found, pe)) : NULL;
}
