/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A group carries out a collective that the host asks for (shared/collective/task.h).
 */
#ifndef ISHMEMI_CARRY_OUT_H
#define ISHMEMI_CARRY_OUT_H

#include "body/collectives.h"
#include "carry_out_match.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/collect.h"
#include "shared/collective/gather.h"
#include "shared/collective/reduce.h"
#include "shared/collective/scan.h"
#include "shared/collective/scatter.h"

/* The caller's place among the kernel's groups, in the order in which they start: so a group that
 * waits for its first slice keeps no slice before it from being carried out. */
ISHMEMI_INLINE ishmemi_crew_t carry_out_join(ishmemi_group_t group, const ishmemi_task_t *asked)
{
    const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;
    const uint64_t joined = team->block + ishmemi_team_joined_offset((uint64_t)team->n_pes);
    ishmemi_crew_t crew = {0, 1};
    if (asked->groups > 1) {
        uint64_t number = 0;
        if (ishmemi_group_lane(group) == 0) {
            number = ISHMEMI_ATOMIC_ADD(uint64_t, joined, 1UL, ISHMEMI_RELAXED);
        }
        number = ishmemi_group_broadcast(group, number);
        crew.groups = (uint32_t)asked->groups;
        crew.group = (uint32_t)number;
        /* The last one leaves the count as the next call expects it. */
        if (number + 1 == asked->groups && ishmemi_group_lane(group) == 0) {
            ISHMEMI_ATOMIC_STORE(uint64_t, joined, 0UL, ISHMEMI_RELAXED);
        }
    }
    if (crew.group == 0 && ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(team, 0);
    }
    return crew;
}

/*
 * Each collective in a function of its own, for each kind of group: a GPU's compiler takes much longer for one
 * large function than for several small ones.
 */
#define CARRY_OUT(NAME, GROUP, FUNCTION, ARGUMENTS)                                            \
    ISHMEMI_APART int NAME(ishmem_ctx_t ctx, const ishmemi_task_t *asked, ishmemi_crew_t crew, \
                           ishmemi_class_t kinds)                                              \
    {                                                                                          \
        const ishmemi_group_t group = GROUP;                                                   \
        const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;                       \
        const ishmemi_collective_t collective = (ishmemi_collective_t)asked->collective;       \
        const char *const source = (const char *)(__global const char *)asked->source;         \
        const size_t bytes = asked->count * asked->size;                                       \
        const ishmemi_reduction_t reduction = {kinds, (ishmemi_kind_t)asked->kind,             \
                                               (ishmemi_reduce_op_t)asked->op, asked->size};   \
        (void)collective, (void)source, (void)bytes, (void)reduction, (void)crew;              \
        return FUNCTION ARGUMENTS;                                                             \
    }
/* NAME(group, ...) is one of the two, as the group is a constant. */
#define CARRY_OUT_FOR_GROUPS(NAME, FUNCTION, ARGUMENTS)                                           \
    CARRY_OUT(NAME##_item, ISHMEMI_WORK_ITEM, FUNCTION, ARGUMENTS)                                \
    CARRY_OUT(NAME##_work_group, ISHMEMI_WORK_GROUP, FUNCTION, ARGUMENTS)                         \
    ISHMEMI_INLINE int NAME(ishmemi_group_t group, ishmem_ctx_t ctx, const ishmemi_task_t *asked, \
                            ishmemi_crew_t crew, ishmemi_class_t kinds)                           \
    {                                                                                             \
        return group == ISHMEMI_WORK_ITEM ? NAME##_item(ctx, asked, crew, kinds)                  \
                                          : NAME##_work_group(ctx, asked, crew, kinds);           \
    }

CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_reduce_slices, ishmemi_reduce_slices,
                     (ctx, group, team, crew, &reduction, asked->dest, asked->source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_reduce, ishmemi_reduce,
                     (ctx, group, team, &reduction, asked->dest, asked->source, asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_reduce_scatter, ishmemi_reduce_scatter,
                     (ctx, group, team, &reduction, asked->dest, asked->source, asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_scan, ishmemi_scan,
                     (ctx, group, team, &reduction, collective, asked->dest, asked->source,
                      asked->count))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_broadcast_slices, ishmemi_broadcast_slices,
                     (ctx, group, team, crew, asked->dest, source, bytes,
                      asked->root < 0 ? ~asked->root : asked->root, asked->root < 0))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_gather_slices, ishmemi_gather_slices,
                     (ctx, group, team, crew, collective, asked->dest, source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_broadcast, ishmemi_broadcast,
                     (ctx, group, team, asked->dest, source, bytes, asked->root))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_collect, ishmemi_collect,
                     (ctx, group, team, asked->dest, source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_gather, ishmemi_gather,
                     (ctx, group, team, collective, asked->dest, source, bytes))
CARRY_OUT_FOR_GROUPS(ishmemi_carry_out_alltoalls, ishmemi_alltoalls,
                     (ctx, group, team, asked->dest, source, (size_t)asked->dst * asked->size,
                      (size_t)asked->sst * asked->size, asked->count, asked->size))

/* kinds: CLASS_DOUBLE, as a constant, in kernels for devices that have doubles; one of the others,
 * which one kernel serves. */
ISHMEMI_INLINE int carry_out_reduction(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_class_t kinds, const ishmemi_task_t *asked)
{
    if (carry_out_match_by(ctx, group, asked) != 0) {
        return -1;
    }
    const ishmemi_crew_t crew = carry_out_join(group, asked);
    if (crew.groups > 1) {
        return ishmemi_carry_out_reduce_slices(group, ctx, asked, crew, kinds);
    }
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_REDUCE:
        return ishmemi_carry_out_reduce(group, ctx, asked, crew, kinds);
    case ISHMEMI_COLLECTIVE_REDUCE_SCATTER:
        return ishmemi_carry_out_reduce_scatter(group, ctx, asked, crew, kinds);
    default:
        return ishmemi_carry_out_scan(group, ctx, asked, crew, kinds);
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
    const ishmemi_crew_t crew = carry_out_join(group, asked);
    if (crew.groups > 1) {
        return asked->collective == ISHMEMI_COLLECTIVE_BROADCAST
                   ? ishmemi_carry_out_broadcast_slices(group, ctx, asked, crew, kinds)
                   : ishmemi_carry_out_gather_slices(group, ctx, asked, crew, kinds);
    }
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_BROADCAST:
        return ishmemi_carry_out_broadcast(group, ctx, asked, crew, kinds);
    case ISHMEMI_COLLECTIVE_COLLECT:
        return ishmemi_carry_out_collect(group, ctx, asked, crew, kinds);
    case ISHMEMI_COLLECTIVE_FCOLLECT:
    case ISHMEMI_COLLECTIVE_ALLTOALL:
        return ishmemi_carry_out_gather(group, ctx, asked, crew, kinds);
    case ISHMEMI_COLLECTIVE_ALLTOALLS:
        return ishmemi_carry_out_alltoalls(group, ctx, asked, crew, kinds);
    default:
        return -1;
    }
}

#endif
