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

/* ---- Routines in each form ------------------------------------------------------------------ */

/* Of each work-group its own. */
#define BLOCK_OF_GROUP(array, bytes) ((array) + get_group_id(0) * (((bytes) + 63) & ~63UL))
#define WORD_OF_GROUP(words) ((words) + get_group_id(0) * 8)

#define BENCH_COPY(KERNEL, ROUTINE)                                                              \
    __kernel void KERNEL(__global char *destination, __global char *source, ulong bytes, int pe, \
                         uint repetitions)                                                       \
    {                                                                                            \
        __global char *to = BLOCK_OF_GROUP(destination, bytes);                                  \
        __global char *from = BLOCK_OF_GROUP(source, bytes);                                     \
        for (uint i = 0; i < repetitions; i++)                                                   \
            ROUTINE(to, from, bytes, pe);                                                        \
        ishmem_quiet();                                                                          \
    }
BENCH_COPY(bench_put, ishmem_putmem)
BENCH_COPY(bench_put_sub_group, ishmemx_putmem_sub_group)
BENCH_COPY(bench_put_work_group, ishmemx_putmem_work_group)
BENCH_COPY(bench_get, ishmem_getmem)
BENCH_COPY(bench_get_sub_group, ishmemx_getmem_sub_group)
BENCH_COPY(bench_get_work_group, ishmemx_getmem_work_group)

#define BENCH_P(KERNEL, ROUTINE)                                          \
    __kernel void KERNEL(__global ulong *words, int pe, uint repetitions) \
    {                                                                     \
        for (uint i = 0; i < repetitions; i++)                            \
            ROUTINE(WORD_OF_GROUP(words), i, pe);                         \
        ishmem_quiet();                                                   \
    }
BENCH_P(bench_p, ishmem_uint64_p)
BENCH_P(bench_p_sub_group, ishmemx_uint64_p_sub_group)
BENCH_P(bench_p_work_group, ishmemx_uint64_p_work_group)

#define BENCH_G(KERNEL, ROUTINE)                                          \
    __kernel void KERNEL(__global ulong *words, int pe, uint repetitions) \
    {                                                                     \
        for (uint i = 0; i < repetitions; i++)                            \
            (void)ROUTINE(WORD_OF_GROUP(words), pe);                      \
    }
BENCH_G(bench_g, ishmem_uint64_g)
BENCH_G(bench_g_sub_group, ishmemx_uint64_g_sub_group)
BENCH_G(bench_g_work_group, ishmemx_uint64_g_work_group)

/* All work-groups change one word. */
#define BENCH_ADD(KERNEL, ROUTINE)                                        \
    __kernel void KERNEL(__global ulong *words, int pe, uint repetitions) \
    {                                                                     \
        for (uint i = 0; i < repetitions; i++)                            \
            ROUTINE(words, 1, pe);                                        \
    }
BENCH_ADD(bench_add, ishmem_uint64_atomic_add)
BENCH_ADD(bench_add_sub_group, ishmemx_uint64_atomic_add_sub_group)
BENCH_ADD(bench_add_work_group, ishmemx_uint64_atomic_add_work_group)
BENCH_ADD(bench_fetch_add, ishmem_uint64_atomic_fetch_add)
BENCH_ADD(bench_fetch_add_sub_group, ishmemx_uint64_atomic_fetch_add_sub_group)
BENCH_ADD(bench_fetch_add_work_group, ishmemx_uint64_atomic_fetch_add_work_group)
