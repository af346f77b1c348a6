/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernel by which the host library carries out collectives where it cannot load and store the
 * heap itself: one work-group, with the address of the state and that of an ishmemi_task_t as
 * 64-bit integers.  Compiled twice: with ISHMEMI_WITH_DOUBLE for reductions of doubles, which need
 * a device that has them, else for all other collectives but syncs and exchanges (host_kernels.cl).
 */
#include "host_kernels.h"
#include "carry_out.h"

static int carry_out(ishmem_ctx_t ctx, const ishmemi_task_t *asked)
{
#ifdef ISHMEMI_WITH_DOUBLE
    return carry_out_reduction(ctx, ISHMEMI_WORK_GROUP, ISHMEMI_CLASS_DOUBLE, asked);
#else
    if (asked->collective < ISHMEMI_COLLECTIVE_REDUCE) {
        return carry_out_move(ctx, ISHMEMI_WORK_GROUP, asked);
    }
    return ISHMEMI_CLASS_OF(asked->kind) == ISHMEMI_CLASS_INTEGER
               ? carry_out_reduction(ctx, ISHMEMI_WORK_GROUP, ISHMEMI_CLASS_INTEGER, asked)
               : carry_out_reduction(ctx, ISHMEMI_WORK_GROUP, ISHMEMI_CLASS_FLOAT, asked);
#endif
}

kernel void ishmemi_kernel_collective(ulong state, ulong request)
{
    __global ishmemi_task_t *asked = (__global ishmemi_task_t *)request;
    const ishmemi_task_t copy = *asked;
    const int result = carry_out((ishmem_ctx_t)state, &copy);
    if (ishmemi_group_lane(ISHMEMI_WORK_GROUP) == 0) {
        asked->result = result;
    }
}
