/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that the host does not run itself: its requests to the tile or to a queue.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "shared/collective/choose.h"
#include "shared/collective/reduction.h"
#include "shared/collective/slices.h"
#include "shared/collective/words.h"

#include "ask.h"
#include "collective_static.h"
#include "env.h"
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

/* The way of a call, and how many groups share its slices.  A kernel whose members compare their calls has one
 * group, and takes any way. */
static void choose_way(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                       ishmemi_task_t *request)
{
    const size_t bytes = request->count * request->size;
    const ishmemi_collective_t collective = (ishmemi_collective_t)request->collective;
    const bool compares = call->queue && ishmemi_checks >= ISHMEMI_CHECKS_KERNELS;
    const struct ishmemi_caller caller = {call->routine, &team->team, call};
    request->way = ISHMEMI_WAY_ANY;
    request->groups = 1;
    if (bytes == 0 || compares || team->team.n_pes == 1) {
        return;
    }
    if (ishmemi_fits_words(&team->team, collective, bytes)) {
        request->way = ISHMEMI_WAY_WORDS;
    } else if (ishmemi_choose(&caller, &team->team, collective, bytes) ==
               ISHMEMI_ALGORITHM_SLICES) {
        const size_t least =
            collective == ISHMEMI_COLLECTIVE_REDUCE
                ? ishmemi_reduce_slice_bytes(&team->team, request->dest, request->source, bytes)
                : ISHMEMI_SLICE_BYTES;
        const uint32_t slices = ishmemi_slices_of(bytes, least);
        const uint32_t most = ishmemi_queue_most_collective_groups();
        request->way = ISHMEMI_WAY_SLICES;
        request->groups = slices < most ? slices : most;
    }
}

int ishmemi_call_ask(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                     const ishmemi_task_t *request)
{
    if (!call->queue && ishmemi_collective_is_static(request)) {
        return ishmemi_collective_static(call->routine, team, request);
    }
    ishmemi_task_t shared = *request;
    choose_way(call, team, &shared);
    if (call->queue) {
        return ishmemi_queue_append_collective(call->queue, &shared, call->ret);
    }
    return request->collective == ISHMEMI_COLLECTIVE_COLLECT
               ? collect_by_tile(call, shared)
               : ishmemi_tile_collective(call->routine, &shared);
}
