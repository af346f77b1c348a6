/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A module so large that it is compiled in parts, with things that parts must share or each have:
 * variables, exported functions, functions that are not inlined, kernels that call kernels.
 */

global int exported_counter = 100;
static global int own_counter = 7;
constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

__attribute__((noinline)) int counted(int by)
{
    atomic_fetch_add_explicit((volatile global atomic_int *)&exported_counter, by,
                              memory_order_relaxed, memory_scope_device);
    return atomic_fetch_add_explicit((volatile global atomic_int *)&own_counter, by,
                                     memory_order_relaxed, memory_scope_device);
}

static __attribute__((noinline)) int inside_barrier(int value)
{
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    return work_group_reduce_add(value) + table[value & 7];
}

int sum_of_squares(global const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] * values[i];
    return sum;
}

/* Instructions that no optimiser removes. */
#define MIX_1(x) x = (x ^ (x >> 7)) * 747796405u + values[(x >> 3) & 15];
#define MIX_8(x) MIX_1(x) MIX_1(x) MIX_1(x) MIX_1(x) MIX_1(x) MIX_1(x) MIX_1(x) MIX_1(x)

/* clang-format off */
#define KERNEL(n)                                                                         \
    kernel void add_##n(global int *values, global int *result)                           \
    {                                                                                     \
        size_t i = get_global_id(0);                                                      \
        uint x = i + n;                                                                   \
        MIX_8(x) MIX_8(x) MIX_8(x) MIX_8(x)                                               \
        result[i] = (int)x;                                                               \
        if (i == 0)                                                                       \
            counted(n);                                                                   \
    }                                                                                     \
    kernel void meet_##n(global int *values, global int *result)                          \
    {                                                                                     \
        size_t i = get_global_id(0);                                                      \
        result[i] = inside_barrier((int)i) + sum_of_squares(values, n);                   \
    }
#define KERNELS(n) KERNEL(n##0) KERNEL(n##1) KERNEL(n##2) KERNEL(n##3) KERNEL(n##4) KERNEL(n##5)
KERNELS(1) KERNELS(2) KERNELS(3) KERNELS(4) KERNELS(5) KERNELS(6)
    /* clang-format on */

    kernel void caller(global int *values, global int *result)
{
    add_10(values, result);
    result[16] = counted(0);
    result[17] = exported_counter;
}
