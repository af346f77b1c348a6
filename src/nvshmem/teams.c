/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory and teams: routines that have other parameters than libishmem's, or are only for the host.
 */
#include "define.h"

void *nvshmem_malloc(size_t size)
{
    return ishmem_malloc(size);
}

void *nvshmem_calloc(size_t count, size_t size)
{
    return ishmem_calloc(count, size);
}

void *nvshmem_align(size_t alignment, size_t size)
{
    return ishmem_align(alignment, size);
}

void nvshmem_free(void *ptr)
{
    ishmem_free(ptr);
}

/* The configuration as a struct of libishmem. */
static const ishmem_team_config_t *translate(const nvshmem_team_config_t *config,
                                             ishmem_team_config_t *to)
{
    if (!config) {
        return NULL;
    }
    to->num_contexts = config->num_contexts;
    return to;
}

int nvshmem_team_split_strided(nvshmem_team_t parent_team, int PE_start, int PE_stride, int PE_size,
                               const nvshmem_team_config_t *config, long config_mask,
                               nvshmem_team_t *new_team)
{
    ishmem_team_config_t translated;
    return ishmem_team_split_strided(parent_team, PE_start, PE_stride, PE_size,
                                     translate(config, &translated), config_mask, new_team);
}

int nvshmem_team_split_2d(nvshmem_team_t parent_team, int xrange,
                          const nvshmem_team_config_t *xaxis_config, long xaxis_mask,
                          nvshmem_team_t *xaxis_team, const nvshmem_team_config_t *yaxis_config,
                          long yaxis_mask, nvshmem_team_t *yaxis_team)
{
    ishmem_team_config_t xaxis, yaxis;
    return ishmem_team_split_2d(parent_team, xrange, translate(xaxis_config, &xaxis), xaxis_mask,
                                xaxis_team, translate(yaxis_config, &yaxis), yaxis_mask,
                                yaxis_team);
}

void nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t *config)
{
    ishmem_team_config_t found = {0};
    ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, config ? &found : NULL);
    config->num_contexts = found.num_contexts;
}

void nvshmem_team_destroy(nvshmem_team_t team)
{
    ishmem_team_destroy(team);
}
