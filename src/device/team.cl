/* SPDX-License-Identifier: BSD-3-Clause */
/* Queries of a team: numbers, size, configuration and addresses. */
#include "body/team_query.h"
#include "forms/forms.h"

DEFINE_ITEM int ishmem_team_my_pe(ishmem_team_t team)
{
    const ishmemi_team_ref_t found =
        ishmemi_team_given(ISHMEM_CTX_DEFAULT, "ishmem_team_my_pe", "team", team);
    return found != 0 ? found->my_pe : -1;
}

DEFINE_ITEM int ishmem_team_n_pes(ishmem_team_t team)
{
    const ishmemi_team_ref_t found =
        ishmemi_team_given(ISHMEM_CTX_DEFAULT, "ishmem_team_n_pes", "team", team);
    return found != 0 ? found->n_pes : -1;
}

DEFINE_ITEM int ishmem_team_get_config(ishmem_team_t team, long config_mask,
                                       ishmem_team_config_t *config)
{
    return ishmemi_team_get_config(
        ishmemi_team_given(ISHMEM_CTX_DEFAULT, "ishmem_team_get_config", "team", team), config_mask,
        config);
}

DEFINE_ITEM int ishmem_team_translate_pe(ishmem_team_t src_team, int src_pe,
                                         ishmem_team_t dest_team)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    return ishmemi_team_translate_pe(
        ishmemi_team_given(ctx, "ishmem_team_translate_pe", "src_team", src_team), src_pe,
        ishmemi_team_given(ctx, "ishmem_team_translate_pe", "dest_team", dest_team));
}

DEFINE_ITEM void *ishmem_team_ptr(ishmem_team_t team, const void *dest, int pe)
{
    const ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    return (ISHMEMI_GLOBAL void *)ishmemi_team_ptr(
        ctx, ishmemi_team_given(ctx, "ishmem_team_ptr", "team", team), ISHMEMI_ADDRESS(dest), pe);
}
