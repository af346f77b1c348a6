/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of sycl_bench in OpenCL C; sycl_bench_kernels.cpp has the same in SYCL.
 */
#include "ishmem_device.h"

/* One work-item. */
__kernel void bench_puts(__global ulong *dest, __global const ulong *source, uint repetitions,
                         ulong words, int pe)
{
    for (uint i = 0; i < repetitions; i++)
        ishmem_uint64_put(dest, source, words, pe);
}

/* One work-group. */
__kernel void bench_group_puts(__global ulong *dest, __global const ulong *source, uint repetitions,
                               ulong words, int pe)
{
    for (uint i = 0; i < repetitions; i++)
        ishmemx_uint64_put_work_group(dest, source, words, pe);
}
