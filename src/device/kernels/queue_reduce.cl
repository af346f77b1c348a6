/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered reductions and scans of all kinds of elements but doubles: work-groups.
 */
#include "carry_out.h"
#include "queue_spec.h"
#include "shared/queue_kernels.h"

ISHMEMI_INLINE void run(ishmemi_group_t group, const ishmemi_queue_collective_t *asked)
{
    const int result = carry_out_reduction((ishmem_ctx_t)asked->state, group,
                                           ISHMEMI_CLASS_OF(asked->request.kind), &asked->request);
    if (asked->ret != 0 && ishmemi_group_lane(group) == 0) {
        *(__global int *)asked->ret = result;
    }
}

kernel void ishmemi_queue_reduce(ishmemi_queue_collective_t asked)
{
    BY_GROUP(run, &asked)
}
