/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that the host library launches, one work-item each, where it cannot load and store the
 * heap itself.  All arguments are 64-bit integers: addresses are device addresses, `result` is the
 * address of a uint64_t, `state` is the address of the context's ishmemi_state_t.  (Collectives
 * other than syncs and exchanges use the kernels of command lists: queue_collective.cl and others.)
 *
 * The result is stored without ordering: the host reads it after the kernel has ended.
 */
/* These kernels carry out calls of the host, which reports them. */
#define ISHMEMI_LOG_CALLS 0
#include "device/body/atomics.h"
#include "device/body/collectives.h"
#include "device/body/copy.h"
#include "device/body/team_check.h"
#include "device/body/wait.h"
#include "shared/collective/gather.h"
#include "shared/collective/task.h"
#include "shared/state.h"
#include "sync_of_two.h"

/* op: ISHMEMI_AMO_...; bytes: 4 or 8.  The result is the previous value. */
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
    *(__global ulong *)result =
        ishmemi_poll((ishmem_ctx_t)state, ISHMEMI_KERNEL_WAIT_OF_HOST, ISHMEMI_POLLS_ROUTINE, 0,
                     address, bytes, is_signed != 0, (int)cmp, value);
}

ISHMEMI_INLINE int match_calls(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                               __global const ishmemi_task_t *asked)
{
    if (ishmemi_aborted(ctx)) {
        return -1;
    }
    __global uint64_t *const words = (__global uint64_t *)ishmemi_team_signature(team)->routine;
    for (size_t i = 0; i < ISHMEMI_TASK_NAME_WORDS; i++) {
        words[i] = asked->routine[i];
    }
    return ishmemi_match_named(ctx, team, asked->dest, asked->source, asked->count, asked->size,
                               asked->dst, asked->sst, asked->root, (int)asked->own_counts);
}

ISHMEMI_INLINE int exchange(ishmem_ctx_t ctx, ishmemi_team_ref_t team,
                            __global const ishmemi_task_t *asked)
{
    ishmemi_team_note_call(ctx, team, 0);
    if (asked->collective == ISHMEMI_COLLECTIVE_MATCH) {
        return match_calls(ctx, team, asked);
    }
    const char *const source = (const char *)(__global const char *)asked->source;
    const ishmemi_exchanged_t exchanged =
        ishmemi_exchange(ctx, ISHMEMI_WORK_ITEM, team, 0, source, 0, asked->count,
                         ISHMEMI_EXCHANGE_ALL, asked->count);
    if (exchanged.failed) {
        return -1;
    }
    ishmemi_gather_exchanged(ctx, ISHMEMI_WORK_ITEM, &exchanged, team->n_pes, asked->dest,
                             asked->count);
    return 0;
}

kernel void ishmemi_kernel_sync(ulong state, ulong team, ulong flag, ulong block, ulong result)
{
    *(__global ulong *)result = (ulong)(long)ishmemi_kernel_sync_of(
        (ishmem_ctx_t)state, (ishmemi_team_ref_t)team, flag, block);
}

/* request: the address of an ishmemi_task_t, a comparison of calls or an exchange. */
kernel void ishmemi_kernel_exchange(ulong state, ulong request)
{
    __global ishmemi_task_t *asked = (__global ishmemi_task_t *)request;
    asked->result = exchange((ishmem_ctx_t)state, (ishmemi_team_ref_t)asked->team, asked);
}
