/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions and scans.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "shared/collective/reduce.h"
#include "shared/collective/scan.h"
#include "shared/collective/scatter.h"

#include "ask.h"
#include "collective_check.h"
#include "collective_define.h"
#include "collective_static.h"
#include "match.h"
#include "observe.h"
#include "team_calls.h"

static int reduce_mapped(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                         ishmemi_collective_t collective, ishmemi_kind_t kind,
                         ishmemi_reduce_op_t op)
{
    const struct ishmemi_caller caller = ishmemi_caller_of(call->routine, team, call);
    const ishmemi_reduction_t reduction = {ISHMEMI_CLASS_OF(kind), kind, op, call->size};
    const uint64_t dest = ISHMEMI_ADDRESS(call->dest);
    const uint64_t source = ISHMEMI_ADDRESS(call->source);
    switch (collective) {
    case ISHMEMI_COLLECTIVE_REDUCE:
        return ishmemi_reduce(&caller, ISHMEMI_WORK_ITEM, &team->team, &reduction, dest, source,
                              call->count);
    case ISHMEMI_COLLECTIVE_REDUCE_SCATTER:
        return ishmemi_reduce_scatter(&caller, ISHMEMI_WORK_ITEM, &team->team, &reduction, dest,
                                      source, call->count);
    default:
        return ishmemi_scan(&caller, ISHMEMI_WORK_ITEM, &team->team, &reduction, collective, dest,
                            source, call->count);
    }
}

int ishmemi_host_reduce(const ishmemi_call_t *call, ishmemi_collective_t collective,
                        ishmemi_kind_t kind, ishmemi_reduce_op_t op)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_array(call->routine, "dest", call->dest, call->count,
                                           call->size, call->alignment),
                       -1);
    const size_t source_count = collective == ISHMEMI_COLLECTIVE_REDUCE_SCATTER
                                    ? ishmemi_check_all(call->count, team->team.n_pes)
                                    : call->count;
    ISHMEMI_REQUIRE_OR(ishmemi_check_array(call->routine, "source", call->source, source_count,
                                           call->size, call->alignment),
                       -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_apart(call->routine, call->dest, call->count, call->source,
                                           source_count, call->size, ISHMEMI_OVERLAP_SAME),
                       -1);
    ISHMEMI_OBSERVE(COLLECTIVE, call->routine, -1, .bytes = call->size * source_count,
                    .team = ishmemi_team_calls_id(&team->team),
                    .path = call->queue ? ISHMEMI_PATH_QUEUE : ISHMEMI_PATH_NONE,
                    .dest = ISHMEMI_OBSERVED_BLOCK(call->dest, call->count * call->size),
                    .source = ISHMEMI_OBSERVED_BLOCK(call->source, source_count * call->size),
                    .also_writes = {ISHMEMI_OBSERVED_ALSO(call->ret, 1, sizeof *call->ret)});
    ishmemi_match_call(call, team, (ishmemi_call_rest_t){0});
    if (ishmemi_call_is_direct(call) && kind <= ISHMEMI_KIND_DOUBLE) {
        return reduce_mapped(call, team, collective, kind, op);
    }
    const ishmemi_task_t request = {.collective = collective,
                                    .kind = kind,
                                    .op = op,
                                    .team = team->device,
                                    .dest = ISHMEMI_ADDRESS(call->dest),
                                    .source = ISHMEMI_ADDRESS(call->source),
                                    .count = call->count,
                                    .size = call->size};
    return kind > ISHMEMI_KIND_DOUBLE ? ishmemi_collective_static(call->routine, team, &request)
                                      : ishmemi_call_ask(call, team, &request);
}

/* ---- Routines ---------------------------------------------------------------------------------- */

#define DEFINE_REDUCE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_COLLECTIVE(PREFIX##_##NAME##_##ROUTINE, KIND, TYPE,   \
                      BODY_##ROUTINE(#PREFIX "_" #NAME "_" #ROUTINE, ISHMEMI_KIND_OF(TYPE), TYPE))
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
#define DEFINE_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(DEFINE_ARITH, )

/* The name determines the kind. */
#define DEFINE_NAMED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    DEFINE_COLLECTIVE(PREFIX##_##NAME##_##ROUTINE, KIND, TYPE,  \
                      BODY_##ROUTINE(#PREFIX "_" #NAME "_" #ROUTINE, KIND_##NAME, TYPE))
#define DEFINE_HALVES(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(DEFINE_NAMED, NAME, TYPE)
ISHMEMI_REDUCE_HALF_TYPES(DEFINE_HALVES, )

/* Types that the bodies shared by hosts and kernels do not combine. */
#define KIND_longdouble ISHMEMI_KIND_LONGDOUBLE
#define KIND_complexf ISHMEMI_KIND_COMPLEXF
#define KIND_complexd ISHMEMI_KIND_COMPLEXD
#define DEFINE_EXTREMA(NAME, TYPE, A) ISHMEMI_REDUCE_EXTREMA_ROUTINES(DEFINE_NAMED, NAME, TYPE)
#define DEFINE_SUMS(NAME, TYPE, A) ISHMEMI_REDUCE_SUM_ROUTINES(DEFINE_NAMED, NAME, TYPE)
ISHMEMI_LONG_TYPES(DEFINE_EXTREMA, )
ISHMEMI_LONG_TYPES(DEFINE_SUMS, )
ISHMEMI_COMPLEX_TYPES(DEFINE_SUMS, )
