/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels of collective_bench: `calls` collectives after one another, by a work-item or by a
 * work-group.  Roots go around, so that each broadcast waits for the one before.
 */
#include "ishmem_device.h"

/* ROOT: the last argument of a broadcast. */
#define ROOT , (int)(i % (uint)n)
#define NO_ROOT
#define LOOP(NAME, TYPE, ITEM, GROUP, LAST)                                              \
    __kernel void bench_##NAME##_item(__global TYPE *dest, __global const TYPE *source,  \
                                      ulong nelems, uint calls)                          \
    {                                                                                    \
        const int n = ishmem_n_pes();                                                    \
        for (uint i = 0; i < calls && n > 0; i++)                                        \
            ITEM(ISHMEM_TEAM_WORLD, dest, source, nelems LAST);                          \
    }                                                                                    \
    __kernel void bench_##NAME##_group(__global TYPE *dest, __global const TYPE *source, \
                                       ulong nelems, uint calls)                         \
    {                                                                                    \
        const int n = ishmem_n_pes();                                                    \
        for (uint i = 0; i < calls && n > 0; i++)                                        \
            GROUP(ISHMEM_TEAM_WORLD, dest, source, nelems LAST);                         \
    }
LOOP(broadcast, char, ishmem_broadcastmem, ishmemx_broadcastmem_work_group, ROOT)
LOOP(fcollect, char, ishmem_fcollectmem, ishmemx_fcollectmem_work_group, NO_ROOT)
LOOP(alltoall, char, ishmem_alltoallmem, ishmemx_alltoallmem_work_group, NO_ROOT)
LOOP(reduce, float, ishmem_float_sum_reduce, ishmemx_float_sum_reduce_work_group, NO_ROOT)

/* Called like the others. */
#define LOOP_BARRIER(NAME, BARRIER)                                                                \
    __kernel void NAME(__global char *dest, __global const char *source, ulong nelems, uint calls) \
    {                                                                                              \
        (void)dest;                                                                                \
        (void)source;                                                                              \
        (void)nelems;                                                                              \
        for (uint i = 0; i < calls; i++)                                                           \
            BARRIER();                                                                             \
    }
LOOP_BARRIER(bench_barrier_item, ishmem_barrier_all)
LOOP_BARRIER(bench_barrier_group, ishmemx_barrier_all_work_group)
