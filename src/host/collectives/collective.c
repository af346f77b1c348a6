/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Syncs and exchanges, whether the host runs them itself or the tile does.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "shared/collective/exchange.h"
#include "shared/collective/sync.h"

#include "collective.h"
#include "fatal.h"
#include "log.h"
#include "meeting.h"
#include "queue.h"
#include "tile_collective.h"
#include "transfer.h"
#include "ze_error.h"

int ishmemi_host_team_sync(const char *routine, const ishmemi_host_team_t *team)
{
    if (ishmemi_is_mapped()) {
        const struct ishmemi_caller caller = ishmemi_caller_of(routine, team, NULL);
        return ishmemi_team_sync(&caller, ISHMEMI_WORK_ITEM, &team->team);
    }
    return (team->team.flags & ISHMEMI_TEAM_REACHABLE) != 0
               ? ishmemi_meeting_sync(routine, team, ishmemi_tile_sync)
               : ishmemi_tile_sync(routine, team);
}

int ishmemi_host_team_barrier(const char *routine, const ishmemi_host_team_t *team)
{
    if (ishmemi_is_mapped()) {
        const struct ishmemi_caller caller = ishmemi_caller_of(routine, team, NULL);
        return ishmemi_team_barrier(&caller, ISHMEMI_WORK_ITEM, &team->team);
    }
    ishmemi_transfer_quiet(routine, -1);
    return ishmemi_host_team_sync(routine, team);
}

static void exchange_mapped(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                            void *all, size_t bytes_each)
{
    const struct ishmemi_caller caller = ishmemi_caller_of(routine, team, NULL);
    const ishmemi_exchanged_t exchanged =
        ishmemi_exchange(&caller, ISHMEMI_WORK_ITEM, &team->team, 0, mine, 0, bytes_each,
                         ISHMEMI_EXCHANGE_ALL, ISHMEMI_EXCHANGE_BYTES);
    for (int i = 0; i < team->team.n_pes; i++) {
        memcpy((char *)all + (size_t)i * bytes_each, ishmemi_exchanged_of(&exchanged, i),
               bytes_each);
    }
}

static int exchange_by_tile(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                            void *all, size_t bytes_each)
{
    const size_t all_bytes = (size_t)team->team.n_pes * bytes_each;
    void *const memory = ishmemi_tile_allocate_shared(routine, all_bytes + bytes_each);
    char *const source = (char *)memory + all_bytes;
    memcpy(source, mine, bytes_each);
    /* A simulated device exchanges nothing. */
    memset(memory, 0, all_bytes);
    ishmemi_task_t request = {.collective = ISHMEMI_COLLECTIVE_EXCHANGE,
                              .team = team->device,
                              .dest = (uintptr_t)memory,
                              .source = (uintptr_t)source,
                              .count = bytes_each,
                              .size = 1};
    const int result = ishmemi_tile_collective(routine, &request);
    memcpy(all, memory, all_bytes);
    zeMemFree(ishmemi_job.context, memory);
    return result;
}

int ishmemi_team_exchange(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                          void *all, size_t bytes_each)
{
    if (ishmemi_is_mapped()) {
        exchange_mapped(routine, team, mine, all, bytes_each);
        return 0;
    }
    return exchange_by_tile(routine, team, mine, all, bytes_each);
}
