/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The quick ways of collectives that the host asks for (shared/collective/task.h): little data in words, by one group,
 * and much in slices, by several.  Each is a kernel of its own, with the loops that move the data inside: in a
 * function, every lane of a GPU's group stores the registers of its caller first.
 */
#ifndef ISHMEMI_CARRY_OUT_QUICK_H
#define ISHMEMI_CARRY_OUT_QUICK_H

#define ISHMEMI_LOOPS_INSIDE
#include "device/body/collectives.h"
#include "queue_spec.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/gather.h"
#include "shared/collective/reduce.h"
#include "shared/queue_kernels.h"

/* The caller's place among the kernel's groups, in the order in which they start: so a group that
 * waits for its first slice keeps no slice before it from being carried out. */
ISHMEMI_INLINE ishmemi_crew_t quick_join(ishmem_ctx_t ctx, ishmemi_group_t group,
                                         const ishmemi_task_t *asked)
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
        crew.groups = asked->groups;
        crew.group = (uint32_t)number;
        /* The last one leaves the count as the next call expects it. */
        if (number + 1 == asked->groups && ishmemi_group_lane(group) == 0) {
            ISHMEMI_ATOMIC_STORE(uint64_t, joined, 0UL, ISHMEMI_RELAXED);
        }
    }
    if (crew.group == 0 && ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(ctx, team, 0);
    }
    return crew;
}

/* One group, which need not ask for its place. */
ISHMEMI_INLINE ishmemi_crew_t quick_alone(ishmem_ctx_t ctx, ishmemi_group_t group,
                                          const ishmemi_task_t *asked)
{
    const ishmemi_crew_t alone = {0, 1};
    if (ishmemi_group_lane(group) == 0) {
        ishmemi_team_note_call(ctx, (ishmemi_team_ref_t)asked->team, 0);
    }
    return alone;
}

/* kernel ishmemi_queue_NAME, which calls FUNCTION.  JOIN: how a group finds its place among the kernel's.  KINDS: the
 * class of a reduction's elements. */
#define QUICK_KERNEL(NAME, JOIN, KINDS, FUNCTION, ARGUMENTS)                                       \
    ISHMEMI_INLINE void run_##NAME(ishmemi_group_t group, const ishmemi_queue_collective_t *given) \
    {                                                                                              \
        const ishmem_ctx_t ctx = (ishmem_ctx_t)given->state;                                       \
        const ishmemi_task_t *const asked = &given->request;                                       \
        const ishmemi_team_ref_t team = (ishmemi_team_ref_t)asked->team;                           \
        const ishmemi_collective_t collective = (ishmemi_collective_t)asked->collective;           \
        const char *const source = (const char *)(__global const char *)asked->source;             \
        const size_t bytes = asked->count * asked->size;                                           \
        const int keeps = asked->root < 0;                                                         \
        const int root = keeps ? ~asked->root : asked->root;                                       \
        const ishmemi_reduction_t reduction = {KINDS, (ishmemi_kind_t)asked->kind,                 \
                                               (ishmemi_reduce_op_t)asked->op, asked->size};       \
        const ishmemi_crew_t crew = JOIN(ctx, group, asked);                                       \
        (void)collective, (void)source, (void)root, (void)reduction, (void)crew;                   \
        const int result = FUNCTION ARGUMENTS;                                                     \
        if (given->ret != 0 && ishmemi_group_lane(group) == 0) {                                   \
            *(__global int *)given->ret = result;                                                  \
        }                                                                                          \
    }                                                                                              \
    kernel void ishmemi_queue_##NAME(ishmemi_queue_collective_t given)                             \
    {                                                                                              \
        BY_GROUP(run_##NAME, &given)                                                               \
    }

/* The two ways of a reduction of a class of kinds. */
#define QUICK_REDUCTIONS(NAME, KINDS)                                               \
    QUICK_KERNEL(reduce_words_##NAME, quick_alone, KINDS, ishmemi_reduce_words,     \
                 (ctx, group, team, &reduction, asked->dest, asked->source, bytes)) \
    QUICK_KERNEL(reduce_slices_##NAME, quick_join, KINDS, ishmemi_reduce_slices,    \
                 (ctx, group, team, crew, &reduction, asked->dest, asked->source, bytes))

#endif
