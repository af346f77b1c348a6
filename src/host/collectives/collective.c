/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Syncs and exchanges, where the host carries them out itself and where the tile does.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "ishmem/collective/exchange.h"
#include "ishmem/collective/sync.h"

#include "collective.h"
#include "collective_static.h"
#include "fatal.h"
#include "log.h"
#include "queue.h"
#include "tile_collective.h"
#include "transfer.h"
#include "ze_error.h"

int ishmemi_host_team_sync(const char *routine, const ishmemi_host_team_t *team)
{
    if (ishmemi_is_mapped()) {
        const struct ishmemi_caller caller = {routine};
        return ishmemi_team_sync(&caller, ISHMEMI_WORK_ITEM, &team->team);
    }
    ishmemi_task_t request = {.collective = ISHMEMI_COLLECTIVE_SYNC, .team = team->device};
    return ishmemi_tile_collective(routine, &request);
}

int ishmemi_host_team_barrier(const char *routine, const ishmemi_host_team_t *team)
{
    if (ishmemi_is_mapped()) {
        const struct ishmemi_caller caller = {routine};
        return ishmemi_team_barrier(&caller, ISHMEMI_WORK_ITEM, &team->team);
    }
    ishmemi_transfer_quiet(routine, -1);
    return ishmemi_host_team_sync(routine, team);
}

static void exchange_mapped(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                            void *all, size_t bytes_each)
{
    const struct ishmemi_caller caller = {routine};
    const ishmemi_exchanged_t exchanged = ishmemi_exchange(
        &caller, ISHMEMI_WORK_ITEM, &team->team, 0, mine, 0, bytes_each, ISHMEMI_EXCHANGE_ALL,
        ISHMEMI_EXCHANGE_BYTES);
    for (int i = 0; i < team->team.n_pes; i++) {
        memcpy((char *)all + (size_t)i * bytes_each, ishmemi_exchanged_of(&exchanged, i),
               bytes_each);
    }
}

/* Host memory that the tile loads and stores. */
static void *allocate_shared(const char *routine, size_t bytes)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    const ze_result_t result =
        zeMemAllocHost(ishmemi_job.context, &desc, bytes, ISHMEMI_TEAM_LINE_BYTES, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("%s: no host memory for %zu bytes: 0x%x, %s", routine, bytes,
                      (unsigned)result, ishmemi_ze_error(result));
    }
    return memory;
}

static int exchange_by_tile(const char *routine, const ishmemi_host_team_t *team, const void *mine,
                            void *all, size_t bytes_each)
{
    const size_t all_bytes = (size_t)team->team.n_pes * bytes_each;
    void *const memory = allocate_shared(routine, all_bytes + bytes_each);
    char *const source = (char *)memory + all_bytes;
    memcpy(source, mine, bytes_each);
    /* For a device that is only simulated, which exchanges nothing. */
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

bool ishmemi_call_is_direct(const ishmemi_call_t *call)
{
    return ishmemi_is_mapped() && !call->queue;
}

/* A collect into the heap whose source is static on this PE: what the tile cannot load goes through
 * host memory that it can. */
static int collect_by_tile(const ishmemi_call_t *call, ishmemi_task_t request)
{
    const size_t bytes = call->count * call->size;
    if (bytes == 0 || !ishmemi_segment_holds(call->source, 1, 1)) {
        return ishmemi_tile_collective(call->routine, &request);
    }
    void *const source = allocate_shared(call->routine, bytes);
    memcpy(source, call->source, bytes);
    request.source = (uintptr_t)source;
    const int result = ishmemi_tile_collective(call->routine, &request);
    zeMemFree(ishmemi_job.context, source);
    return result;
}

int ishmemi_call_ask(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                     const ishmemi_task_t *request)
{
    if (call->queue) {
        return ishmemi_queue_append_collective(call->queue, request, call->ret);
    }
    if (ishmemi_collective_is_static(request)) {
        return ishmemi_collective_static(call->routine, team, request);
    }
    return request->collective == ISHMEMI_COLLECTIVE_COLLECT
               ? collect_by_tile(call, *request)
               : ishmemi_tile_collective(call->routine, request);
}
