/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A group carries out a collective that the host asks for (shared/collective/task.h), in any way.  The quick ways
 * have kernels of their own (carry_out_quick.h).
 */
#ifndef ISHMEMI_CARRY_OUT_H
#define ISHMEMI_CARRY_OUT_H

#include "carry_out_match.h"
#include "device/body/collectives.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/collect.h"
#include "shared/collective/gather.h"
#include "shared/collective/reduce.h"
#include "shared/collective/scan.h"
#include "shared/collective/scatter.h"

/*
 * Each collective in a function of its own, for each kind of group: a GPU's compiler takes much longer for one
 * large function than for several small ones.
 */
#define CARRY_OUT(NAME, GROUP, FUNCTION, ARGUMENTS)                                              \
    ISHMEMI_APART int NAME(ishmem_ctx_t ctx, const ishmemi_task_t *asked, ishmemi_class_t kinds) \
    {                                                                                            \
        const ishmemi_group_t group = GROUP;                                                     \
        const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;                         \
        const ishmemi_collective_t collective = (ishmemi_collective_t)asked->collective;         \
        const char *const source = (const char *)(__global const char *)asked->source;           \
        const size_t bytes = asked->count * asked->size;                                         \
        const ishmemi_reduction_t reduction = {kinds, (ishmemi_kind_t)asked->kind,               \
                                               (ishmemi_reduce_op_t)asked->op, asked->size};     \
        (void)collective, (void)source, (void)bytes, (void)reduction;                            \
        return FUNCTION ARGUMENTS;                                                               \
    }
/* NAME(group, ...) is one of the two, as the group is a constant. */
#define CARRY_OUT_FOR_GROUPS(NAME, FUNCTION, ARGUMENTS)                                           \
    CARRY_OUT(NAME##_item, ISHMEMI_WORK_ITEM, FUNCTION, ARGUMENTS)                                \
    CARRY_OUT(NAME##_work_group, ISHMEMI_WORK_GROUP, FUNCTION, ARGUMENTS)                         \
    ISHMEMI_INLINE int NAME(ishmemi_group_t group, ishmem_ctx_t ctx, const ishmemi_task_t *asked, \
                            ishmemi_class_t kinds)                                                \
    {                                                                                             \
        return group == ISHMEMI_WORK_ITEM ? NAME##_item(ctx, asked, kinds)                        \
                                          : NAME##_work_group(ctx, asked, kinds);                 \
    }

CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_reduce, ishmemi_reduce,
                     (ctx, group, team, &reduction, asked->dest, asked->source, asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_reduce_scatter, ishmemi_reduce_scatter,
                     (ctx, group, team, &reduction, asked->dest, asked->source, asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_scan, ishmemi_scan,
                     (ctx, group, team, &reduction, collective, asked->dest, asked->source,
                      asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_broadcast, ishmemi_broadcast,
                     (ctx, group, team, asked->dest, source, bytes, asked->root))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_collect, ishmemi_collect,
                     (ctx, group, team, asked->dest, source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_gather, ishmemi_gather,
                     (ctx, group, team, collective, asked->dest, source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_alltoalls, ishmemi_alltoalls,
                     (ctx, group, team, asked->dest, source, (size_t)asked->dst * asked->size,
                      (size_t)asked->sst * asked->size, asked->count, asked->size))

ISHMEMI_INLINE void carry_out_note(ishmem_ctx_t ctx, ishmemi_group_t group,
                                   const ishmemi_task_t *asked)
{
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(ctx, (ishmemi_team_ref_t)asked->team, 0);
    }
}

/* kinds: CLASS_DOUBLE, as a constant, in kernels for devices that have doubles; one of the others,
 * which one kernel serves. */
ISHMEMI_INLINE int carry_out_reduction(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_class_t kinds, const ishmemi_task_t *asked)
{
    if (carry_out_match_by(ctx, group, asked) != 0) {
        return -1;
    }
    carry_out_note(ctx, group, asked);
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_REDUCE:
        return ishmemi_carry_out_reduce(group, ctx, asked, kinds);
    case ISHMEMI_COLLECTIVE_REDUCE_SCATTER:
        return ishmemi_carry_out_reduce_scatter(group, ctx, asked, kinds);
    default:
        return ishmemi_carry_out_scan(group, ctx, asked, kinds);
    }
}

/* All collectives except reductions, scans, syncs and exchanges. */
ISHMEMI_INLINE int carry_out_move(ishmem_ctx_t ctx, ishmemi_group_t group,
                                  const ishmemi_task_t *asked)
{
    const ishmemi_class_t kinds = ISHMEMI_CLASS_INTEGER;
    if (carry_out_match_by(ctx, group, asked) != 0) {
        return -1;
    }
    carry_out_note(ctx, group, asked);
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_BROADCAST:
        return ishmemi_carry_out_broadcast(group, ctx, asked, kinds);
    case ISHMEMI_COLLECTIVE_COLLECT:
        return ishmemi_carry_out_collect(group, ctx, asked, kinds);
    case ISHMEMI_COLLECTIVE_FCOLLECT:
    case ISHMEMI_COLLECTIVE_ALLTOALL:
        return ishmemi_carry_out_gather(group, ctx, asked, kinds);
    case ISHMEMI_COLLECTIVE_ALLTOALLS:
        return ishmemi_carry_out_alltoalls(group, ctx, asked, kinds);
    default:
        return -1;
    }
}

#endif
