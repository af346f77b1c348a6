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
