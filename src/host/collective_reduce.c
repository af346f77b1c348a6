/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions and scans.
 */
#define ISHMEMI_COLLECTIVE_LANGUAGE "collective_language.h"
#include "ishmem/collective/reduce.h"

#include "collective_check.h"
#include "collective_define.h"
#include "transfer.h"

static int reduce_mapped(const ishmemi_call_t *call, const ishmemi_host_team_t *team,
                         ishmemi_collective_t collective, ishmemi_kind_t kind, ishmemi_op_t op)
{
    const struct ishmemi_caller caller = {call->routine};
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
                        ishmemi_kind_t kind, ishmemi_op_t op)
{
    const ishmemi_host_team_t *const team = ishmemi_check_team(call->routine, "team", call->team);
    ishmemi_check_array(call->routine, "dest", call->dest, call->count, call->size,
                        call->alignment);
    ishmemi_check_array(call->routine, "source", call->source,
                        collective == ISHMEMI_COLLECTIVE_REDUCE_SCATTER
                            ? ishmemi_check_all(call->count, team->team.n_pes)
                            : call->count,
                        call->size, call->alignment);
    if (ishmemi_is_mapped()) {
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
    return ishmemi_access->collective(call->routine, &request);
}

/* ---- Routines ---------------------------------------------------------------------------------- */

#define REDUCE(ROUTINE, KIND, TYPE, OP)                                                    \
    ishmemi_host_reduce(CALL(ROUTINE, nreduce, sizeof(TYPE), _Alignof(TYPE)),              \
                        ISHMEMI_COLLECTIVE_REDUCE, KIND, ISHMEMI_OP_##OP)
#define SCATTER(ROUTINE, KIND, TYPE, OP)                                                   \
    ishmemi_host_reduce(CALL(ROUTINE, nreduce, sizeof(TYPE), _Alignof(TYPE)),              \
                        ISHMEMI_COLLECTIVE_REDUCE_SCATTER, KIND, ISHMEMI_OP_##OP)
#define SCAN(ROUTINE, KIND, TYPE, COLLECTIVE)                                              \
    ishmemi_host_reduce(CALL(ROUTINE, nelems, sizeof(TYPE), _Alignof(TYPE)),               \
                        ISHMEMI_COLLECTIVE_##COLLECTIVE, KIND, ISHMEMI_OP_SUM)

#define BODY_and_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, AND)
#define BODY_or_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, OR)
#define BODY_xor_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, XOR)
#define BODY_max_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, MAX)
#define BODY_min_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, MIN)
#define BODY_sum_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, SUM)
#define BODY_prod_reduce(ROUTINE, KIND, TYPE) REDUCE(ROUTINE, KIND, TYPE, PROD)
#define BODY_and_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, AND)
#define BODY_or_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, OR)
#define BODY_xor_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, XOR)
#define BODY_max_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, MAX)
#define BODY_min_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, MIN)
#define BODY_sum_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, SUM)
#define BODY_prod_reduce_scatter(ROUTINE, KIND, TYPE) SCATTER(ROUTINE, KIND, TYPE, PROD)
#define BODY_sum_inscan(ROUTINE, KIND, TYPE) SCAN(ROUTINE, KIND, TYPE, INSCAN)
#define BODY_sum_exscan(ROUTINE, KIND, TYPE) SCAN(ROUTINE, KIND, TYPE, EXSCAN)

#define DEFINE_REDUCE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)  \
    DEFINE_COLLECTIVE(PREFIX##_##NAME##_##ROUTINE, KIND, TYPE,    \
                      BODY_##ROUTINE(#PREFIX "_" #NAME "_" #ROUTINE, ISHMEMI_KIND_OF(TYPE), TYPE))
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
#define DEFINE_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(DEFINE_REDUCE, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(DEFINE_ARITH, )

#define KIND_float16 ISHMEMI_KIND_FLOAT16
#define KIND_bfloat16 ISHMEMI_KIND_BFLOAT16
#define DEFINE_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)  \
    DEFINE_COLLECTIVE(PREFIX##_##NAME##_##ROUTINE, KIND, TYPE,  \
                      BODY_##ROUTINE(#PREFIX "_" #NAME "_" #ROUTINE, KIND_##NAME, TYPE))
#define DEFINE_HALVES(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(DEFINE_HALF, NAME, TYPE)
ISHMEMI_REDUCE_HALF_TYPES(DEFINE_HALVES, )
