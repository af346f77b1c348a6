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
#include "carry_out.h"
#include "ishmem/device/copy.h"
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

/* Not reductions of doubles, which need a device that has them. */
static int carry_out(ishmem_ctx_t ctx, const ishmemi_request_t *asked)
{
    if (asked->collective < ISHMEMI_COLLECTIVE_REDUCE ||
        asked->collective == ISHMEMI_COLLECTIVE_EXCHANGE) {
        return carry_out_move(ctx, ISHMEMI_WORK_GROUP, asked);
    }
    return ISHMEMI_CLASS_OF(asked->kind) == ISHMEMI_CLASS_INTEGER
               ? carry_out_reduction(ctx, ISHMEMI_WORK_GROUP, ISHMEMI_CLASS_INTEGER, asked)
               : carry_out_reduction(ctx, ISHMEMI_WORK_GROUP, ISHMEMI_CLASS_FLOAT, asked);
}

/* By one work-group.  request: the address of an ishmemi_request_t. */
kernel void ishmemi_kernel_collective(ulong state, ulong request)
{
    __global ishmemi_request_t *asked = (__global ishmemi_request_t *)request;
    const ishmemi_request_t copy = *asked;
    const int result = carry_out((ishmem_ctx_t)state, &copy);
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        asked->result = result;
    }
}
