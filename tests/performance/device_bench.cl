/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels of device_bench.  Those that repeat do so inside one launch, so that the launch does not
 * count.
 */
#include "ishmem_device.h"

__kernel void bench_empty(void)
{
}

/* One work-item a vector. */
__kernel void bench_copy(__global ulong2 *destination, __global const ulong2 *source)
{
    const size_t i = get_global_id(0);
    destination[i] = source[i];
}

/* One work-group. */
__kernel void bench_put(__global char *destination, __global const char *source, ulong bytes,
                        int pe, uint repetitions)
{
    for (uint i = 0; i < repetitions; i++)
        ishmemx_putmem_work_group(destination, source, bytes, pe);
    ishmem_quiet();
}

/* One work-item.  word: symmetric, written by the partner only. */
__kernel void bench_ping_pong(__global ulong *word, ulong start, uint repetitions, int partner,
                              int serves)
{
    for (ulong turn = start + 1; turn <= start + repetitions; turn++) {
        if (serves)
            ishmem_uint64_p(word, turn, partner);
        ishmem_uint64_wait_until(word, ISHMEM_CMP_GE, turn);
        if (!serves)
            ishmem_uint64_p(word, turn, partner);
    }
}

/* One work-group. */
__kernel void bench_group_barrier(uint repetitions)
{
    for (uint i = 0; i < repetitions; i++)
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}

/* One work-item. */
__kernel void bench_barrier_all(uint repetitions)
{
    for (uint i = 0; i < repetitions; i++)
        ishmem_barrier_all();
}
