/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered reductions and scans of one kind of elements, but not of doubles: one work-group.
 */
#include "carry_out.h"
#include "queue_spec.h"
#include "shared/queue_kernels.h"

ISHMEMI_INLINE void run(ishmemi_group_t group, const ishmemi_queue_collective_t *asked)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)asked->state;
    ishmemi_task_t request = asked->request;
    request.kind = (uint)__spirv_SpecConstant(ISHMEMI_QUEUE_SPEC_KIND, ISHMEMI_KIND_INT32);
    const int result = ISHMEMI_CLASS_OF(request.kind) == ISHMEMI_CLASS_INTEGER
                           ? carry_out_reduction(ctx, group, ISHMEMI_CLASS_INTEGER, &request)
                           : carry_out_reduction(ctx, group, ISHMEMI_CLASS_FLOAT, &request);
    if (asked->ret != 0 && ishmemi_group_lane(group) == 0) {
        *(__global int *)asked->ret = result;
    }
}

kernel void ishmemi_queue_reduce(ishmemi_queue_collective_t asked)
{
    BY_GROUP(run, &asked)
}
