/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host does not run itself: its requests to the tile or to a queue.
 */
#include "ask.h"

#include "collective_static.h"
#include "queue.h"
#include "tile_collective.h"
#include "transfer.h"
#include <string.h>

bool ishmemi_call_is_direct(const ishmemi_call_t *call)
{
    return ishmemi_is_mapped() && !call->queue;
}

/* A collect into the heap whose source is static on this PE: the source is staged in host memory
 * that the tile can load. */
static int collect_by_tile(const ishmemi_call_t *call, ishmemi_task_t request)
{
    const size_t bytes = call->count * call->size;
    if (bytes == 0 || !ishmemi_segment_holds(call->source, 1, 1)) {
        return ishmemi_tile_collective(call->routine, &request);
    }
    void *const source = ishmemi_tile_allocate_shared(call->routine, bytes);
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
