/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the tile runs for the host.
 */
#include "tile_collective.h"

#include "fatal.h"
#include "job.h"
#include "queue.h"
#include "shared/team_block.h"
#include "tile_pool.h"
#include "waiting.h"
#include "ze_error.h"

/* An exchange or a comparison of calls. */
static int run_exchange(ishmemi_tile_entry_t *entry, const ishmemi_task_t *request)
{
    ishmemi_task_t *const shared = (ishmemi_task_t *)(uintptr_t)entry->result;
    *shared = *request;
    const uint64_t arguments[] = {ishmemi_tile_address(ishmemi_job.default_ctx),
                                  ishmemi_tile_address(shared)};
    ishmemi_tile_pool_run_waiting(entry, ISHMEMI_TILE_EXCHANGE, arguments, 2);
    return (int)shared->result;
}

/* The others are the same as on a command list, which is the entry's own. */
static int run_collective(ishmemi_tile_entry_t *entry, const char *routine,
                          const ishmemi_task_t *request)
{
    ze_event_handle_t ended;
    const ze_command_list_handle_t list = ishmemi_tile_pool_begin_waiting(entry, &ended);
    int *const result = (int *)(uintptr_t)entry->result;
    *result = 0;
    if (ishmemi_queue_launch_collective(&(ishmemi_queue_t){routine, list, ended, 0, NULL}, request,
                                        result) != 0) {
        ishmemi_fatal("%s: cannot be run", routine);
    }
    ishmemi_tile_pool_end_waiting(ended);
    return *result;
}

static int end(ishmemi_tile_entry_t *entry, const char *routine, ishmemi_waiting_t *waiting,
               int result)
{
    ishmemi_waiting_end(waiting);
    /* A collective that succeeds has seen no end of the job, and the check is a copy of its own. */
    if (result != 0) {
        ishmemi_tile_pool_check_job(entry, routine);
    }
    ishmemi_tile_pool_return(entry);
    return result;
}

int ishmemi_tile_collective(const char *routine, const ishmemi_task_t *request)
{
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    /* The arrays of an exchange belong to the library. */
    const bool exchanges = request->collective == ISHMEMI_COLLECTIVE_EXCHANGE ||
                           request->collective == ISHMEMI_COLLECTIVE_MATCH;
    ishmemi_wait_t waited = {.routine = routine, .kind = ISHMEMI_WAIT_TEAM, .team = request->team};
    if (!exchanges) {
        waited.object = (const void *)(uintptr_t)request->dest;
        waited.source = (const void *)(uintptr_t)request->source;
        waited.count = request->count;
    }
    ishmemi_waiting_t *const waiting = ishmemi_waiting_begin(&waited);
    return end(entry, routine, waiting,
               exchanges ? run_exchange(entry, request) : run_collective(entry, routine, request));
}

/* What the kernel needs comes with the launch: a load from host memory would take as long as the sync. */
int ishmemi_tile_sync(const char *routine, const ishmemi_host_team_t *team)
{
    ishmemi_tile_entry_t *const entry = ishmemi_tile_entry_take();
    const bool is_pair = ishmemi_team_is_pair(team);
    const uint64_t arguments[] = {ishmemi_tile_address(ishmemi_job.default_ctx), team->device,
                                  is_pair ? team->kernels.first_flag : 0,
                                  is_pair ? team->kernels.block : 0,
                                  ishmemi_tile_address(entry->result)};
    ishmemi_waiting_t *const waiting = ishmemi_waiting_begin(
        &(ishmemi_wait_t){.routine = routine, .kind = ISHMEMI_WAIT_TEAM, .team = team->device});
    *entry->result = 0;
    ishmemi_tile_pool_run_waiting(entry, ISHMEMI_TILE_SYNC, arguments, 5);
    return end(entry, routine, waiting, (int)*entry->result);
}

void *ishmemi_tile_allocate_shared(const char *routine, size_t bytes)
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
