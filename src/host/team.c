/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams.  What a member has of a team is one piece of the arena: its ishmemi_team_t for kernels,
 * the arrays that this names, then its block; and the same struct and arrays in host memory.
 */
#include "team.h"

#include "context.h"
#include "ishmem/team_block.h"
#include "job.h"
#include "log.h"
#include "team_memory.h"
#include <stdlib.h>
#include <string.h>

#define LINE ((size_t)64)

/* Where the arrays are, in bytes behind the first. */
typedef struct layout {
    size_t delta;
    size_t blocks;
    size_t pes;
    size_t numbers;
    size_t bytes;
} layout_t;

static layout_t lay_out(int n_pes)
{
    const size_t members = (size_t)n_pes;
    const size_t world = (size_t)ishmemi_job.n_pes;
    layout_t layout = {.delta = 0};
    layout.blocks = layout.delta + members * sizeof(int64_t);
    layout.pes = layout.blocks + members * sizeof(uint64_t);
    layout.numbers = layout.pes + members * sizeof(int32_t);
    layout.bytes = layout.numbers + world * sizeof(int32_t);
    return layout;
}

/* Points a team's fields to arrays that start at `address`. */
static void point(ishmemi_team_t *team, const layout_t *layout, uint64_t address)
{
    team->delta = address + layout->delta;
    team->blocks = address + layout->blocks;
    team->pes = address + layout->pes;
    team->numbers = address + layout->numbers;
}

/* From the kernels' struct to the block. */
static size_t block_distance(int n_pes)
{
    return (sizeof(ishmemi_team_t) + lay_out(n_pes).bytes + LINE - 1) & ~(LINE - 1);
}

size_t ishmemi_team_bytes(int n_pes)
{
    return block_distance(n_pes) + ishmemi_team_block_bytes((uint64_t)n_pes);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static void fill_members(ishmemi_host_team_t *team, const int *pes)
{
    int64_t *const delta = (int64_t *)(uintptr_t)team->team.delta;
    int32_t *const list = (int32_t *)(uintptr_t)team->team.pes;
    int32_t *const numbers = (int32_t *)(uintptr_t)team->team.numbers;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        numbers[pe] = -1;
    }
    team->reaches_all = true;
    for (int i = 0; i < team->team.n_pes; i++) {
        list[i] = pes[i];
        numbers[pes[i]] = i;
        delta[i] = ishmemi_job.delta[pes[i]];
        team->reaches_all &= delta[i] != ISHMEMI_UNREACHABLE;
    }
}

ishmemi_team_result_t ishmemi_team_prepare(const int *pes, int n_pes, int my_pe, int num_contexts,
                                           ishmemi_host_team_t **prepared)
{
    const layout_t layout = lay_out(n_pes);
    ishmemi_host_team_t *const team = calloc(1, sizeof *team + layout.bytes);
    if (!team) {
        return ISHMEMI_TEAM_NO_HOST_MEMORY;
    }
    ishmem_team_t handle = ISHMEM_TEAM_INVALID;
    const ishmemi_team_result_t result = ishmemi_team_table_reserve(&handle);
    if (result != ISHMEMI_TEAM_OK) {
        free(team);
        return result;
    }
    if (!ishmemi_team_memory_alloc(ishmemi_team_bytes(n_pes), &team->device)) {
        ishmemi_team_table_release(handle);
        free(team);
        return ISHMEMI_TEAM_NO_MEMORY;
    }
    team->team = (ishmemi_team_t){.handle = handle,
                                  .my_pe = my_pe,
                                  .n_pes = n_pes,
                                  .block = team->device + block_distance(n_pes),
                                  .num_contexts = num_contexts};
    /* All that others write, and the counters. */
    ishmemi_team_memory_zero(team->team.block, ishmemi_team_scratch_offset((uint64_t)n_pes));
    point(&team->team, &layout, (uintptr_t)team->arrays);
    fill_members(team, pes);
    *prepared = team;
    return ISHMEMI_TEAM_OK;
}

uint64_t ishmemi_team_block_offset(const ishmemi_host_team_t *team)
{
    return team->team.block - (uintptr_t)ishmemi_job.heap;
}

void ishmemi_team_complete(ishmemi_host_team_t *team, const uint64_t *blocks, bool reachable)
{
    const layout_t layout = lay_out(team->team.n_pes);
    const uint64_t arrays = team->device + sizeof(ishmemi_team_t);
    uint64_t *const addresses = (uint64_t *)(uintptr_t)team->team.blocks;
    for (int i = 0; i < team->team.n_pes; i++) {
        addresses[i] = (uintptr_t)ishmemi_job.heap + blocks[i];
    }
    team->team.flags = reachable ? ISHMEMI_TEAM_REACHABLE : 0;
    team->kernels = team->team;
    point(&team->kernels, &layout, arrays);
    ishmemi_team_memory_write(arrays, team->arrays, layout.bytes);
    ishmemi_team_memory_write(team->device, &team->kernels, sizeof team->kernels);
    ishmemi_team_table_publish(team->team.handle, team, team->device);
}

void ishmemi_team_abandon(ishmemi_host_team_t *team)
{
    ishmemi_team_memory_free(team->device);
    ishmemi_team_table_release(team->team.handle);
    free(team);
}

void ishmemi_team_remove(ishmemi_host_team_t *team)
{
    ishmemi_context_close_team(team);
    ishmemi_team_table_withdraw(team->team.handle);
    team->kernels.handle = ISHMEM_TEAM_INVALID;
    ishmemi_team_memory_write(team->device, &team->kernels, sizeof team->kernels);
    ishmemi_team_abandon(team);
}

void ishmemi_team_forget(ishmemi_host_team_t *team)
{
    free(team);
}
