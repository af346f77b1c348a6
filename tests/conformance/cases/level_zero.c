/* SPDX-License-Identifier: BSD-3-Clause */
#include "level_zero.h"

#include "harness.h"
#include "ishmem.h"
#include <stdlib.h>

void require_ze(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        test_fatal("%s returned 0x%x", call, (unsigned)result);
    }
}

ze_command_list_handle_t level_zero_list(ze_context_handle_t context, ze_command_queue_mode_t mode)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = mode};
    ze_command_list_handle_t list;
    require_ze(zeCommandListCreateImmediate(context ? context : ishmemx_ze_context(),
                                            ishmemx_ze_device(), &desc, &list),
               "zeCommandListCreateImmediate");
    return list;
}

ze_event_handle_t level_zero_event(ze_context_handle_t context, ze_event_pool_handle_t *pool)
{
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                        .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_handle_t event;
    require_ze(
        zeEventPoolCreate(context ? context : ishmemx_ze_context(), &pool_desc, 0, NULL, pool),
        "zeEventPoolCreate");
    require_ze(zeEventCreate(*pool, &event_desc, &event), "zeEventCreate");
    return event;
}

void level_zero_wait(ze_event_handle_t event)
{
    /* Where this process's calls serve PEs of other hosts (program_mpi.c), they do so meanwhile. */
    const bool drives = getenv("TEST_MPI_LEVEL");
    while (drives && zeEventQueryStatus(event) == ZE_RESULT_NOT_READY) {
        ishmem_quiet();
    }
    require_ze(zeEventHostSynchronize(event, UINT64_MAX), "zeEventHostSynchronize");
}
