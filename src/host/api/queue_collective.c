/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered collectives.  Their arguments are checked like those of the host's collectives;
 * then a kernel makes the call.
 */
#include "observe.h"
#include "queue_define.h"
#include "ring_open.h"
#include "team_calls.h"

#define CALL(ROUTINE, COUNT, SIZE, ALIGNMENT)                                    \
    &(const ishmemi_call_t)                                                      \
    {                                                                            \
        ROUTINE, team, dest, source, COUNT, SIZE, ALIGNMENT, QUEUE(ROUTINE), ret \
    }
#include "collective_check.h"
#include "collective_define.h"

/* ---- sync and barrier ------------------------------------------------------------------------ */

static int sync_team(const ishmemi_queue_t *queue, ishmemi_queue_kernel_t kernel,
                     const ishmemi_host_team_t *team, int *ret)
{
    ISHMEMI_REQUIRE_OR(team, -1);
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_ret(queue, ret), -1);
    ISHMEMI_OBSERVE(COLLECTIVE, queue->routine, -1, .team = ishmemi_team_calls_id(&team->team),
                    .path = ISHMEMI_PATH_QUEUE,
                    .flags = kernel == ISHMEMI_QUEUE_BARRIER ? ISHMEMI_CALL_COMPLETES : 0,
                    .also_writes = {ISHMEMI_OBSERVED_ALSO(ret, 1, sizeof *ret)});
    const bool is_quick =
        ishmemi_team_is_pair(team) && (kernel == ISHMEMI_QUEUE_SYNC || !ishmemi_ring_get());
    ishmemi_queue_sync_t request = {.state = ishmemi_queue_state(),
                                    .ret = ishmemi_queue_address(ret),
                                    .flag = is_quick ? team->kernels.first_flag : 0,
                                    .block = is_quick ? team->kernels.block : 0,
                                    .request = {.team = team->device}};
    ishmemi_queue_name(queue, &request.request);
    return ishmemi_queue_append_kernel(queue, kernel, &request, sizeof request, 1);
}

int ishmemx_sync_all_on_queue(ISHMEMI_QUEUE_PARAMETERS)
{
    static const char routine[] = "ishmemx_sync_all_on_queue";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    return sync_team(QUEUE(routine), ISHMEMI_QUEUE_SYNC, ishmemi_team_world, NULL);
}

int ishmemx_barrier_all_on_queue(ISHMEMI_QUEUE_PARAMETERS)
{
    static const char routine[] = "ishmemx_barrier_all_on_queue";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    return sync_team(QUEUE(routine), ISHMEMI_QUEUE_BARRIER, ishmemi_team_world, NULL);
}

int ishmemx_team_sync_on_queue(ishmem_team_t team, int *ret, ISHMEMI_QUEUE_PARAMETERS)
{
    static const char routine[] = "ishmemx_team_sync_on_queue";
    return sync_team(QUEUE(routine), ISHMEMI_QUEUE_SYNC, ishmemi_check_team(routine, "team", team),
                     ret);
}

int ishmemx_team_barrier_on_queue(ishmem_team_t team, int *ret, ISHMEMI_QUEUE_PARAMETERS)
{
    static const char routine[] = "ishmemx_team_barrier_on_queue";
    return sync_team(QUEUE(routine), ISHMEMI_QUEUE_BARRIER,
                     ishmemi_check_team(routine, "team", team), ret);
}

/* ---- All others ------------------------------------------------------------------------------ */

/* The names are in parentheses because they are also names of macros. */
#define DEFINE_QUEUED_COLLECTIVE(FUNCTION, KIND, TYPE, BODY)                           \
    int(FUNCTION)(ISHMEMI_PARAMETERS_##KIND(TYPE), int *ret, ISHMEMI_QUEUE_PARAMETERS) \
    {                                                                                  \
        return BODY;                                                                   \
    }

#define DEFINE_MOVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_QUEUED_COLLECTIVE(                                  \
        ishmemx_##NAME##_##ROUTINE##_on_queue, KIND, TYPE,     \
        BODY_##ROUTINE("ishmemx_" #NAME "_" #ROUTINE "_on_queue", sizeof(TYPE), _Alignof(TYPE)))
#define DEFINE_MOVE_BYTES(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)          \
    DEFINE_QUEUED_COLLECTIVE(ishmemx_##HEAD##SIZE##_on_queue, KIND, void, \
                             BODY_##HEAD("ishmemx_" #HEAD #SIZE "_on_queue", BYTES, BYTES))
#define DEFINE_REDUCE_OF(NAME, TYPE, ROUTINE, KIND, NUMBER) \
    DEFINE_QUEUED_COLLECTIVE(                               \
        ishmemx_##NAME##_##ROUTINE##_on_queue, KIND, TYPE,  \
        BODY_##ROUTINE("ishmemx_" #NAME "_" #ROUTINE "_on_queue", NUMBER, TYPE))
#define DEFINE_REDUCE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_REDUCE_OF(NAME, TYPE, ROUTINE, KIND, ISHMEMI_KIND_OF(TYPE))
#define DEFINE_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_REDUCE_OF(NAME, TYPE, ROUTINE, KIND, KIND_##NAME)

#define DEFINE_MOVES(NAME, TYPE, A) ISHMEMI_COLLECTIVE_ROUTINES(DEFINE_MOVE, NAME, TYPE)
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
#define DEFINE_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
#define DEFINE_HALVES(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(DEFINE_HALF, NAME, TYPE)
ISHMEMI_RMA_TYPES(DEFINE_MOVES, )
ISHMEMI_SIZE_COLLECTIVE_ROUTINES(DEFINE_MOVE_BYTES, mem, 1)
ISHMEMI_REDUCE_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(DEFINE_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(DEFINE_HALVES, )
