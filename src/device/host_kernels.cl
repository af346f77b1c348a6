/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that the host library launches, one work-item each unless it says more, where it cannot load and store the
 * heap itself.  All arguments are 64-bit integers: addresses are device addresses, `result` is
 * that of a uint64_t, `state` that of the context's ishmemi_state_t.
 *
 * The result is stored without ordering: the host reads it after the kernel has ended.
 */
#include "host_kernels.h"
#include "ishmem/device/atomics.h"
#include "ishmem/device/copy.h"
#include "ishmem/collective/broadcast.h"
#include "ishmem/collective/gather.h"
#include "ishmem/collective/reduce.h"
#include "ishmem/device/wait.h"

/* op: ISHMEMI_AMO_...; bytes: 4 or 8.  The result is the value before. */
kernel void ishmemi_kernel_amo(ulong op, ulong bytes, ulong address, ulong value, ulong cond,
                               ulong result)
{
    *(__global ulong *)result = ishmemi_atomic((ishmemi_amo_t)op, address, bytes, value, cond, 1);
}

/* words: the address of uint64_t[count]. */
kernel void ishmemi_kernel_load(ulong objects, ulong bytes, ulong count, ulong words)
{
    for (ulong i = 0; i < count; i++) {
        ((__global ulong *)words)[i] = ishmemi_atomic_fetch(objects + i * bytes, bytes);
    }
}

/* Blocks whose starts are dst and sst bytes apart. */
kernel void ishmemi_kernel_copy_blocks(ulong state, ulong destination, ulong source, ulong dst,
                                       ulong sst, ulong block, ulong nblocks)
{
    ishmemi_copy_strided((ishmem_ctx_t)state, (char *)(__global char *)destination,
                         (const char *)(__global const char *)source, dst, sst, block, nblocks, 0,
                         1);
}

/* The result is the value that compared, or one that does not when the job is being aborted. */
kernel void ishmemi_kernel_wait(ulong state, ulong address, ulong bytes, ulong is_signed, ulong cmp,
                                ulong value, ulong result)
{
    *(__global ulong *)result = ishmemi_poll((ishmem_ctx_t)state, address, bytes, is_signed != 0,
                                             (int)cmp, value);
}

/* By one work-group; not reductions of doubles, which need a device that has them. */
static int reduce(ishmem_ctx_t ctx, ishmemi_team_ref_t team, ishmemi_class_t kinds,
                  __global const ishmemi_request_t *asked)
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

static int carry_out(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                     __global const ishmemi_request_t *asked)
{
    const char *const source = (const char *)(__global const char *)asked->source;
    const size_t bytes = asked->count * asked->size;
    switch (asked->collective) {
    case ISHMEMI_COLLECTIVE_SYNC:
        return ishmemi_team_sync(ctx, ISHMEMI_WORK_GROUP, team);
    case ISHMEMI_COLLECTIVE_BARRIER:
        return ishmemi_team_barrier(ctx, ISHMEMI_WORK_GROUP, team);
    case ISHMEMI_COLLECTIVE_EXCHANGE: {
        const ishmemi_exchanged_t exchanged = ishmemi_exchange(
            ctx, ISHMEMI_WORK_GROUP, team, 0, source, 0, bytes, ISHMEMI_EXCHANGE_ALL, bytes);
        if (exchanged.failed) {
            return -1;
        }
        ishmemi_gather_exchanged(ctx, ISHMEMI_WORK_GROUP, &exchanged, team->n_pes, asked->dest,
                                 bytes);
        return 0;
    }
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

/* request: the address of an ishmemi_request_t. */
kernel void ishmemi_kernel_collective(ulong state, ulong request)
{
    __global ishmemi_request_t *asked = (__global ishmemi_request_t *)request;
    const int result =
        carry_out((ishmem_ctx_t)state, (ishmemi_team_ref_t)asked->team, asked);
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        asked->result = result;
    }
}
