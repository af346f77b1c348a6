/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each PE sends an array to the next one, and waits for the one that comes to it.
 */
#include <nvshmem.h>

/* One work-group. */
__kernel void exchange(__global float *incoming, __global float *outgoing, uint count,
                       __global ulong *arrived)
{
    const int me = nvshmem_my_pe();
    const int next = (me + 1) % nvshmem_n_pes();

    for (size_t i = get_local_id(0); i < count; i += get_local_size(0)) {
        outgoing[i] = (float)me + (float)i;
    }
    /* This is also a barrier of the work-group, so it sends what all work-items have written. */
    nvshmemx_float_put_signal_block(incoming, outgoing, count, arrived, 1, NVSHMEM_SIGNAL_SET,
                                    next);
    if (get_local_id(0) == 0) {
        nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, 1);
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (size_t i = get_local_id(0); i < count; i += get_local_size(0)) {
        incoming[i] *= 2;
    }
    nvshmemx_barrier_all_block();
}
