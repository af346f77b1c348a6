/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that trace_test.py counts. */
#include <ishmem_device.h>

/* Three p by each work-item, one put by each work-group. */
kernel void traced_moves(__global int *data, __global const int *source, int other)
{
    const size_t me = get_global_id(0);
    for (int i = 0; i < 3; i++) {
        ishmem_int_p((int *)data + me, i, other);
    }
    ishmemx_put_work_group((int *)data + 64, (const int *)source, 16, other);
}

/* Each answers the other's signal. */
kernel void traced_signals(__global int *data, __global const int *source, __global ulong *signal,
                           int rounds, int answers, int other)
{
    for (int round = 1; round <= rounds; round++) {
        if (answers) {
            ishmem_signal_wait_until((ulong *)signal, ISHMEM_CMP_EQ, (ulong)round);
        }
        ishmem_int_put_signal((int *)data, (const int *)source, 16, (ulong *)signal, (ulong)round,
                              ISHMEM_SIGNAL_SET, other);
        if (!answers) {
            ishmem_signal_wait_until((ulong *)signal, ISHMEM_CMP_EQ, (ulong)round);
        }
    }
    ishmem_barrier_all();
    ishmem_quiet();
}
