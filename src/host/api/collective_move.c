/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Broadcast, collect, fcollect, alltoall and alltoalls.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/collect.h"
#include "shared/collective/gather.h"

#include "ask.h"
#include "collective.h"
#include "collective_check.h"
#include "collective_define.h"
#include "match.h"
#include "observe.h"
#include "team_calls.h"

/* bytes: what this member contributes.  A call on a queue is only begun here. */
#define OBSERVE(BYTES, DEST, SOURCE, ...)                                                         \
    ISHMEMI_OBSERVE(COLLECTIVE, call->routine, -1, .bytes = (BYTES),                              \
                    .team = ishmemi_team_calls_id(&team->team),                                   \
                    .path = call->queue ? ISHMEMI_PATH_QUEUE : ISHMEMI_PATH_NONE, .dest = (DEST), \
                    .source = (SOURCE),                                                           \
                    .also_writes = {ISHMEMI_OBSERVED_ALSO(call->ret, 1, sizeof *call->ret)},      \
                    __VA_ARGS__)
#define BLOCK(START, COUNT) ISHMEMI_OBSERVED_BLOCK(START, (COUNT)*call->size)

static int ask_tile(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                    ishmemi_task_t request)
{
    request.team = team->device;
    request.dest = (uintptr_t)call->dest;
    request.source = (uintptr_t)call->source;
    request.count = call->count;
    request.size = call->size;
    return ishmemi_call_ask(call, team, &request);
}

static bool check_arrays(const ishmemi_call_t *call, size_t dest_count, size_t source_count,
                         ishmemi_overlap_t overlap)
{
    return ishmemi_check_array(call->routine, "dest", call->dest, dest_count, call->size,
                               call->alignment) &&
           ishmemi_check_array(call->routine, "source", call->source, source_count, call->size,
                               call->alignment) &&
           ishmemi_check_apart(call->routine, call->dest, dest_count, call->source, source_count,
                               call->size, overlap);
}

/* A broadcast of an active set, whose dest are ready by its specification when a PE calls it.
 * Programs rely on implementations in which nothing arrives before the dest's PE has called; few
 * bytes do not anyway, as they travel in the team's block. */
static bool waits_for_others(const ishmemi_call_t *call, bool is_of_set)
{
    return is_of_set && call->count * call->size > ISHMEMI_TEAM_LINE_DATA;
}

/* By ishmemi_broadcast's convention, a root of ~PE_root does not change the root's dest, as in a
 * broadcast of an active set. */
static int broadcast(const ishmemi_call_t *call, int PE_root, int root)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_root(call->routine, PE_root, team->team.n_pes), -1);
    ISHMEMI_REQUIRE_OR(check_arrays(call, call->count, call->count, ISHMEMI_OVERLAP_SAME), -1);
    const bool is_root = team->team.my_pe == PE_root;
    OBSERVE(call->count * call->size,
            BLOCK(call->dest, is_root && root != PE_root ? 0 : call->count),
            BLOCK(call->source, is_root ? call->count : 0), .members = team->team.n_pes,
            .pes = ishmemi_team_pes(team),
            .flags = (uint16_t)(ISHMEMI_CALL_FROM_ONE | (is_root ? ISHMEMI_CALL_IS_ONE : 0)));
    ishmemi_match_call(call, team, (ishmemi_call_rest_t){.root = PE_root});
    if (waits_for_others(call, root != PE_root) &&
        ishmemi_host_team_sync(call->routine, team) != 0) {
        return -1;
    }
    if (ishmemi_call_is_direct(call)) {
        const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
        return ishmemi_broadcast(&caller, ISHMEMI_WORK_ITEM, &team->team,
                                 ISHMEMI_ADDRESS(call->dest), call->source,
                                 call->count * call->size, root);
    }
    return ask_tile(call, team,
                    (ishmemi_task_t){.collective = ISHMEMI_COLLECTIVE_BROADCAST, .root = root});
}

int ishmemi_host_broadcast(const ishmemi_call_t *call, int root)
{
    return broadcast(call, root, root);
}

int ishmemi_host_broadcast_others(const ishmemi_call_t *call, int root)
{
    return broadcast(call, root, ~root);
}

int ishmemi_host_gather(const ishmemi_call_t *call, ishmemi_collective_t collective)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ISHMEMI_REQUIRE_OR(team, -1);
    const size_t all = ishmemi_check_all(call->count, team->team.n_pes);
    const size_t given = collective == ISHMEMI_COLLECTIVE_ALLTOALL ? all : call->count;
    ISHMEMI_REQUIRE_OR(check_arrays(call, all, given, ISHMEMI_OVERLAP_NEVER), -1);
    OBSERVE(given * call->size, BLOCK(call->dest, all), BLOCK(call->source, given), .flags = 0);
    ishmemi_match_call(call, team, (ishmemi_call_rest_t){0});
    if (ishmemi_call_is_direct(call)) {
        const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
        return ishmemi_gather(&caller, ISHMEMI_WORK_ITEM, &team->team, collective,
                              ISHMEMI_ADDRESS(call->dest), call->source, call->count * call->size);
    }
    return ask_tile(call, team, (ishmemi_task_t){.collective = collective});
}

int ishmemi_host_collect(const ishmemi_call_t *call)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_REQUIRE_OR(check_arrays(call, call->count, call->count, ISHMEMI_OVERLAP_NEVER), -1);
    /* How many elements of dest are written is only known now. */
    OBSERVE(call->count * call->size, BLOCK(call->dest, call->count),
            BLOCK(call->source, call->count), .flags = ISHMEMI_CALL_OWN_COUNTS);
    ishmemi_match_call(call, team, (ishmemi_call_rest_t){.own_counts = true});
    if (ishmemi_call_is_direct(call)) {
        const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
        /* A PE without elements may pass NULL, which memcpy does not take even for 0 bytes. */
        const void *const source = call->count > 0 ? call->source : call;
        return ishmemi_collect(&caller, ISHMEMI_WORK_ITEM, &team->team, ISHMEMI_ADDRESS(call->dest),
                               source, call->count * call->size);
    }
    return ask_tile(call, team, (ishmemi_task_t){.collective = ISHMEMI_COLLECTIVE_COLLECT});
}

int ishmemi_host_alltoalls(const ishmemi_call_t *call, ptrdiff_t dst, ptrdiff_t sst)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ISHMEMI_REQUIRE_OR(team, -1);
    const size_t all = ishmemi_check_all(call->count, team->team.n_pes);
    if (ishmemi_checks && (dst < 1 || sst < 1)) {
        return ishmemi_check_fail_strides(call->routine, dst, sst) ? 0 : -1;
    }
    /* Elements with gaps between them may lie in each other's gaps. */
    ISHMEMI_REQUIRE_OR(
        check_arrays(call, ishmemi_check_span(dst, 1, all), ishmemi_check_span(sst, 1, all),
                     dst > 1 || sst > 1 ? ISHMEMI_OVERLAP_UNKNOWN : ISHMEMI_OVERLAP_NEVER),
        -1);
    OBSERVE(
        all * call->size,
        ((const ishmemi_observed_memory_t){call->dest, call->size, all, (size_t)dst * call->size}),
        ((const ishmemi_observed_memory_t){call->source, call->size, all,
                                           (size_t)sst * call->size}),
        .flags = 0);
    ishmemi_match_call(call, team, (ishmemi_call_rest_t){.dst = dst, .sst = sst});
    if (ishmemi_call_is_direct(call)) {
        const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
        return ishmemi_alltoalls(
            &caller, ISHMEMI_WORK_ITEM, &team->team, ISHMEMI_ADDRESS(call->dest), call->source,
            (size_t)dst * call->size, (size_t)sst * call->size, call->count, call->size);
    }
    return ask_tile(
        call, team,
        (ishmemi_task_t){.collective = ISHMEMI_COLLECTIVE_ALLTOALLS, .dst = dst, .sst = sst});
}

/* ---- Routines ---------------------------------------------------------------------------------- */

#define DEFINE_MOVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_COLLECTIVE(                                         \
        PREFIX##_##NAME##_##ROUTINE, KIND, TYPE,               \
        BODY_##ROUTINE(#PREFIX "_" #NAME "_" #ROUTINE, sizeof(TYPE), _Alignof(TYPE)))
#define DEFINE_MOVE_BYTES(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    DEFINE_COLLECTIVE(PREFIX##_##HEAD##SIZE, KIND, void,         \
                      BODY_##HEAD(#PREFIX "_" #HEAD #SIZE, BYTES, BYTES))
#define DEFINE_MOVES(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(DEFINE_MOVE, NAME, TYPE)
ISHMEMI_HOST_RMA_TYPES(DEFINE_MOVES, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(DEFINE_MOVE_BYTES, mem, 1)
