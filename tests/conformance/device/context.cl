/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations on a context that the host has made. */
#include "ishmem_device.h"

kernel void add_on_context(ishmem_ctx_t ctx, __global long *sums, __global long *words, int me,
                           int pe)
{
    const int item = (int)get_global_id(0);
    ishmem_ctx_long_atomic_add(ctx, sums, 1, pe);
    ishmem_ctx_long_p(ctx, words + item, item + 100 * me, pe);
    ishmem_ctx_fence(ctx);
    ishmem_ctx_quiet(ctx);
}

/* They do nothing but let all work-items of the group come. */
kernel void order_on_no_context(__global long *count, int nobody)
{
    ishmem_ctx_fence(ISHMEM_CTX_INVALID);
    ishmem_ctx_quiet(ISHMEM_CTX_INVALID);
    ishmemx_ctx_fence_work_group(ISHMEM_CTX_INVALID);
    ishmemx_ctx_quiet_work_group(ISHMEM_CTX_INVALID);
    ishmemx_ctx_fence_sub_group(ISHMEM_CTX_INVALID);
    ishmemx_ctx_quiet_sub_group(ISHMEM_CTX_INVALID);
    ishmem_ctx_pe_quiet(ISHMEM_CTX_INVALID, &nobody, 1);
    ishmemx_ctx_pe_quiet_work_group(ISHMEM_CTX_INVALID, &nobody, 1);
    ishmemx_ctx_pe_quiet_sub_group(ISHMEM_CTX_INVALID, &nobody, 1);
    if (get_global_id(0) == 0) {
        *count += 1;
    }
}
