/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Team WORLD: one allocation on the tile for the team table, its first page, the team and its
 * arrays.  Its block is the first in the team memory of every PE, so that it is at the same offset
 * in all of them.
 */
#include "team.h"

#include "agree.h"
#include "ishmem/team_block.h"
#include "job.h"
#include "log.h"
#include "tile_copy.h"
#include "ze_error.h"
#include <stdlib.h>

ishmemi_host_team_t ishmemi_team_world;

/* What lies in device memory, in this order: table, page, team, blocks, pes, numbers. */
typedef struct image {
    ishmemi_team_table_t table;
    uint64_t page[ISHMEMI_TEAM_PAGE];
    ishmemi_team_t team;
} image_t;

static void *device_memory;
static uint64_t *blocks;         /* [n_pes] */
static int32_t *pes;             /* [n_pes]; a PE's number in the world is its number here */

static int allocate(size_t bytes)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    const ze_result_t result = zeMemAllocDevice(ishmemi_job.context, &desc, bytes,
                                                ISHMEMI_TEAM_LINE_BYTES, ishmemi_job.device,
                                                &memory);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("no device memory for the teams: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    device_memory = memory;
    return 0;
}

static void fill(ishmemi_team_t *team, bool reachable)
{
    const uint64_t block = (uintptr_t)ishmemi_job.heap + ishmemi_job.heap_bytes;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        blocks[pe] = block;
        pes[pe] = pe;
    }
    *team = (ishmemi_team_t){.handle = ISHMEM_TEAM_WORLD,
                             .flags = reachable ? ISHMEMI_TEAM_REACHABLE : 0,
                             .my_pe = ishmemi_job.my_pe,
                             .n_pes = ishmemi_job.n_pes,
                             .pes = (uintptr_t)pes,
                             .numbers = (uintptr_t)pes,
                             .blocks = (uintptr_t)blocks,
                             .block = block};
}

/* With the addresses that kernels use. */
static int copy_to_device(void)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    const uint64_t base = (uintptr_t)device_memory;
    image_t image = {.team = ishmemi_team_world.team};
    image.table.page[0] = base + offsetof(image_t, page);
    image.page[0] = base + offsetof(image_t, team);
    image.team.blocks = base + sizeof image;
    image.team.pes = image.team.blocks + n_pes * sizeof *blocks;
    image.team.numbers = image.team.pes;
    ishmemi_team_world.device = image.page[0];
    const bool copied =
        ishmemi_tile_copy(device_memory, &image, sizeof image) == 0 &&
        ishmemi_tile_copy((void *)(uintptr_t)image.team.blocks, blocks,
                          n_pes * sizeof *blocks) == 0 &&
        ishmemi_tile_copy((void *)(uintptr_t)image.team.pes, pes, n_pes * sizeof *pes) == 0;
    return copied ? 0 : -1;
}

static int make(bool reachable)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    const size_t block_bytes = ishmemi_team_block_bytes(n_pes);
    if (block_bytes > ishmemi_job.team_bytes) {
        ishmemi_error("ISHMEM_TEAM_MEMORY is %zu, and a team of %zu PEs needs %zu bytes",
                      ishmemi_job.team_bytes, n_pes, block_bytes);
        return -1;
    }
    blocks = calloc(n_pes, sizeof *blocks);
    pes = calloc(n_pes, sizeof *pes);
    if (!blocks || !pes) {
        ishmemi_error("no host memory for a team of %zu PEs", n_pes);
        return -1;
    }
    fill(&ishmemi_team_world.team, reachable);
    if (allocate(sizeof(image_t) + n_pes * (sizeof *blocks + sizeof *pes)) != 0 ||
        copy_to_device() != 0) {
        return -1;
    }
    return ishmemi_tile_zero((void *)(uintptr_t)ishmemi_team_world.team.block, block_bytes);
}

const ishmemi_host_team_t *ishmemi_host_team_of(ishmem_team_t team)
{
    return team == ISHMEM_TEAM_WORLD ? &ishmemi_team_world : NULL;
}

int ishmemi_team_world_open(void)
{
    bool reachable = true;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        reachable &= ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE;
    }
    /* Algorithms are chosen by this, so that all members must have the same. */
    reachable = ishmemi_agree(reachable) < 0;
    if (make(reachable) != 0) {
        ishmemi_team_world_close();
        return -1;
    }
    ishmemi_job.teams = (uintptr_t)device_memory;
    return 0;
}

void ishmemi_team_world_close(void)
{
    if (device_memory) {
        zeMemFree(ishmemi_job.context, device_memory);
        device_memory = NULL;
    }
    free(blocks);
    blocks = NULL;
    free(pes);
    pes = NULL;
}
