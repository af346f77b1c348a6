/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernel by which the host library carries out collectives where it cannot load and store the
 * heap itself: one work-group, with the address of the state and that of an ishmemi_task_t as
 * 64-bit integers.  Compiled twice: with ISHMEMI_WITH_DOUBLE for reductions of doubles, which need
 * a device that has them, else for all other collectives but syncs and exchanges (host_kernels.cl).
 */
#include "host_kernels.h"
#ifndef ISHMEMI_WITH_DOUBLE
#include "ishmem/collective/broadcast.h"
#include "ishmem/collective/gather.h"
#endif
#include "ishmem/collective/reduce.h"

static int reduce(ishmem_ctx_t ctx, ishmemi_team_ref_t team, ishmemi_class_t kinds,
                  __global const ishmemi_task_t *asked)
{
    const ishmemi_reduction_t reduction = {kinds, (ishmemi_kind_t)asked->kind,
                                           (ishmemi_op_t)asked->op, asked->size};
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_REDUCE:
        return ishmemi_reduce(ctx, ISHMEMI_WORK_GROUP, team, &reduction, asked->dest,
                              asked->source, asked->count);
    case ISHMEMI_COLLECTIVE_REDUCE_SCATTER:
        return ishmemi_reduce_scatter(ctx, ISHMEMI_WORK_GROUP, team, &reduction, asked->dest,
                                      asked->source, asked->count);
    default:
        return ishmemi_scan(ctx, ISHMEMI_WORK_GROUP, team, &reduction,
                            (ishmemi_collective_t)asked->collective, asked->dest, asked->source,
                            asked->count);
    }
}

#ifdef ISHMEMI_WITH_DOUBLE
static int carry_out(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                     __global const ishmemi_task_t *asked)
{
    return reduce(ctx, team, ISHMEMI_CLASS_DOUBLE, asked);
}
#else
static int carry_out(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                     __global const ishmemi_task_t *asked)
{
    const char *const source = (const char *)(__global const char *)asked->source;
    const size_t bytes = asked->count * asked->size;
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_BROADCAST:
        return ishmemi_broadcast(ctx, ISHMEMI_WORK_GROUP, team, asked->dest, source, bytes,
                                 asked->root);
    case ISHMEMI_COLLECTIVE_COLLECT:
        return ishmemi_collect(ctx, ISHMEMI_WORK_GROUP, team, asked->dest, source, bytes);
    case ISHMEMI_COLLECTIVE_FCOLLECT:
    case ISHMEMI_COLLECTIVE_ALLTOALL:
        return ishmemi_gather(ctx, ISHMEMI_WORK_GROUP, team,
                              (ishmemi_collective_t)asked->collective, asked->dest, source, bytes);
    case ISHMEMI_COLLECTIVE_ALLTOALLS:
        return ishmemi_alltoalls(ctx, ISHMEMI_WORK_GROUP, team, asked->dest, source,
                                 (size_t)asked->dst * asked->size,
                                 (size_t)asked->sst * asked->size, asked->count, asked->size);
    default:
        return ISHMEMI_CLASS_OF(asked->kind) == ISHMEMI_CLASS_INTEGER
                   ? reduce(ctx, team, ISHMEMI_CLASS_INTEGER, asked)
                   : reduce(ctx, team, ISHMEMI_CLASS_FLOAT, asked);
    }
}
#endif

kernel void ishmemi_kernel_collective(ulong state, ulong request)
{
    __global ishmemi_task_t *asked = (__global ishmemi_task_t *)request;
    const int result =
        carry_out((ishmem_ctx_t)state, (ishmemi_team_ref_t)asked->team, asked);
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        asked->result = result;
    }
}
