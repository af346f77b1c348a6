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

/* kinds: CLASS_DOUBLE, as a constant, in kernels for devices that have doubles; one of the others,
 * which one kernel serves. */
ISHMEMI_INLINE int carry_out_reduction(ishmem_ctx_t ctx, ishmemi_group_t group,
                                       ishmemi_class_t kinds, const ishmemi_task_t *asked)
{
    const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;
    const ishmemi_reduction_t reduction = {kinds, (ishmemi_kind_t)asked->kind,
                                           (ishmemi_reduce_op_t)asked->op, asked->size};
    if (carry_out_match_by(ctx, group, asked) != 0) {
        return -1;
    }
    const ishmemi_crew_t crew = carry_out_join(group, asked);
    if (crew.groups > 1) {
        return ishmemi_reduce_slices(ctx, group, team, crew, &reduction, asked->dest, asked->source,
                                     asked->count * asked->size);
    }
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_REDUCE:
        return ishmemi_reduce(ctx, group, team, &reduction, asked->dest, asked->source,
                              asked->count);
    case ISHMEMI_COLLECTIVE_REDUCE_SCATTER:
        return ishmemi_reduce_scatter(ctx, group, team, &reduction, asked->dest, asked->source,
                                      asked->count);
    default:
        return ishmemi_scan(ctx, group, team, &reduction, (ishmemi_collective_t)asked->collective,
                            asked->dest, asked->source, asked->count);
    }
}

/* All collectives except reductions, scans, syncs and exchanges. */
ISHMEMI_INLINE int carry_out_move(ishmem_ctx_t ctx, ishmemi_group_t group,
                                  const ishmemi_task_t *asked)
{
    const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;
    const char *const source = (const char *)(__global const char *)asked->source;
    const size_t bytes = asked->count * asked->size;
    if (carry_out_match_by(ctx, group, asked) != 0) {
        return -1;
    }
    const ishmemi_crew_t crew = carry_out_join(group, asked);
    if (crew.groups > 1 && asked->collective == ISHMEMI_COLLECTIVE_BROADCAST) {
        const int keeps = asked->root < 0;
        return ishmemi_broadcast_slices(ctx, group, team, crew, asked->dest, source, bytes,
                                        keeps ? ~asked->root : asked->root, keeps);
    }
    if (crew.groups > 1) {
        return ishmemi_gather_slices(ctx, group, team, crew,
                                     (ishmemi_collective_t)asked->collective, asked->dest, source,
                                     bytes);
    }
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_BROADCAST:
        return ishmemi_broadcast(ctx, group, team, asked->dest, source, bytes, asked->root);
    case ISHMEMI_COLLECTIVE_COLLECT:
        return ishmemi_collect(ctx, group, team, asked->dest, source, bytes);
    case ISHMEMI_COLLECTIVE_FCOLLECT:
    case ISHMEMI_COLLECTIVE_ALLTOALL:
        return ishmemi_gather(ctx, group, team, (ishmemi_collective_t)asked->collective,
                              asked->dest, source, bytes);
    case ISHMEMI_COLLECTIVE_ALLTOALLS:
        return ishmemi_alltoalls(ctx, group, team, asked->dest, source,
                                 (size_t)asked->dst * asked->size, (size_t)asked->sst * asked->size,
                                 asked->count, asked->size);
    default:
        return -1;
    }
}

#endif
