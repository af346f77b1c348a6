/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A host's signature and its comparison: by the host itself, or by the tile if only the tile
 * reaches the blocks.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "match.h"

#include "exit.h"
#include "mismatch.h"
#include "shared/collective/match.h"
#include "tile_collective.h"
#include "transfer.h"
#include <stdio.h>
#include <stdlib.h>

/* Without elements, an array has no place. */
static uint64_t place_of(const void *array, size_t count)
{
    if (count > 0 && ishmemi_in_heap(array, 1)) {
        return (uint64_t)((const char *)array - ishmemi_job.heap);
    }
    if (count > 0 && ishmemi_segment_holds(array, 1, 1)) {
        return ISHMEMI_SIGNED_STATIC | ((uintptr_t)array - ishmemi_segment.start);
    }
    return ISHMEMI_SIGNED_ELSEWHERE;
}

/* Ends this process if the job ends meanwhile. */
static void match_mapped(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                         const ishmemi_call_rest_t *rest)
{
    ishmemi_signature_t *const mine = ishmemi_team_signature(&team->team);
    mine->dest = place_of(call->dest, call->count);
    mine->source = place_of(call->source, call->count);
    mine->count = call->count;
    mine->dst = rest->dst;
    mine->sst = rest->sst;
    mine->size = (uint32_t)call->size;
    mine->root = rest->root;
    mine->own_counts = rest->own_counts;
    snprintf(mine->routine, sizeof mine->routine, "%s", call->routine);
    const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
    const uint64_t theirs = ishmemi_team_match(&caller, &team->team);
    if (theirs != 0) {
        ishmemi_mismatch_end(team->team.handle, mine, (const ishmemi_signature_t *)theirs, false);
    }
}

static void match_by_tile(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                          const ishmemi_call_rest_t *rest)
{
    ishmemi_task_t request = {.collective = ISHMEMI_COLLECTIVE_MATCH,
                              .root = rest->root,
                              .team = team->device,
                              .dest = place_of(call->dest, call->count),
                              .source = place_of(call->source, call->count),
                              .count = call->count,
                              .size = call->size,
                              .dst = rest->dst,
                              .sst = rest->sst,
                              .own_counts = rest->own_counts};
    _Static_assert(sizeof request.routine == ISHMEMI_SIGNATURE_NAME_BYTES,
                   "names differ in length");
    snprintf((char *)request.routine, sizeof request.routine, "%s", call->routine);
    if (ishmemi_tile_collective(call->routine, &request) != 0) {
        /* The kernel's report gives the reason. */
        ishmemi_exit_follow(EXIT_FAILURE);
    }
}

void ishmemi_match_members(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                           ishmemi_call_rest_t rest)
{
    /* A kernel's report comes first, and its signature does not change. */
    ishmemi_spin_check(call->routine);
    if (ishmemi_is_mapped()) {
        match_mapped(call, team, &rest);
    } else {
        match_by_tile(call, team, &rest);
    }
}
