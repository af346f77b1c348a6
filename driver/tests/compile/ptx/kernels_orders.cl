/* SPDX-License-Identifier: BSD-3-Clause */
/* One kernel for each access of each kind, order and scope. test_orders.cpp has the expected
 * instructions. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define SCOPES(order)               \
    KERNELS(order, work_group)      \
    KERNELS(order, device)          \
    KERNELS(order, all_svm_devices) \
    KERNELS(order, sub_group)

#define KERNELS(order, scope)                                                       \
    kernel void load_##order##_##scope(global atomic_int *at, global int *to)       \
    {                                                                               \
        *to = atomic_load_explicit(at, memory_order_##order, memory_scope_##scope); \
    }
SCOPES(relaxed)
SCOPES(acquire)
SCOPES(seq_cst)
#undef KERNELS

#define KERNELS(order, scope)                                                         \
    kernel void store_##order##_##scope(global atomic_ulong *at, ulong value)         \
    {                                                                                 \
        atomic_store_explicit(at, value, memory_order_##order, memory_scope_##scope); \
    }
SCOPES(relaxed)
SCOPES(release)
SCOPES(seq_cst)
#undef KERNELS

#define KERNELS(order, scope)                                                                      \
    kernel void add_##order##_##scope(global atomic_ulong *at, global ulong *value)                \
    {                                                                                              \
        *value =                                                                                   \
            atomic_fetch_add_explicit(at, *value, memory_order_##order, memory_scope_##scope);     \
    }                                                                                              \
    kernel void exchange_##order##_##scope(global atomic_int *at, global int *value)               \
    {                                                                                              \
        *value = atomic_exchange_explicit(at, *value, memory_order_##order, memory_scope_##scope); \
    }                                                                                              \
    kernel void compare_##order##_##scope(global atomic_uint *at, global uint *value)              \
    {                                                                                              \
        uint expected = value[0];                                                                  \
        value[1] =                                                                                 \
            atomic_compare_exchange_strong_explicit(at, &expected, value[2], memory_order_##order, \
                                                    memory_order_relaxed, memory_scope_##scope);   \
        value[0] = expected;                                                                       \
    }                                                                                              \
    kernel void fence_##order##_##scope(global int *at)                                            \
    {                                                                                              \
        at[0] = 1;                                                                                 \
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_##order, memory_scope_##scope);  \
        at[1] = 2;                                                                                 \
    }
SCOPES(relaxed)
SCOPES(acquire)
SCOPES(release)
SCOPES(acq_rel)
SCOPES(seq_cst)

kernel void operations(global atomic_int *i, global atomic_uint *u, global atomic_long *l,
                       global atomic_ulong *m, int v)
{
    atomic_fetch_sub_explicit(i, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_and_explicit(i, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_or_explicit(l, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_xor_explicit(m, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_min_explicit(i, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max_explicit(l, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_min_explicit(u, v, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max_explicit(m, v, memory_order_relaxed, memory_scope_device);
}

/* Names without order or scope: sequentially consistent, device scope. */
kernel void defaults(global atomic_int *at, global atomic_flag *flag, global int *to)
{
    to[0] = atomic_load(at);
    atomic_store(at, 3);
    to[1] = atomic_fetch_add(at, 4);
    to[2] = atomic_flag_test_and_set(flag);
    atomic_flag_clear(flag);
}

/* Names of OpenCL 1: relaxed, device scope. */
kernel void old_names(volatile global int *at, volatile global long *wide,
                      volatile global float *real)
{
    atomic_add(at, 2);
    atomic_inc(at);
    atomic_cmpxchg(at, 1, 2);
    atom_max(wide, 7L);
    atomic_xchg(real, 2.5f);
}

kernel void in_local(global int *to)
{
    local atomic_int counter;
    if (get_local_id(0) == 0)
        atomic_init(&counter, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_local_id(0)] =
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed, memory_scope_work_group);
}

kernel void barriers(global int *at)
{
    at[0] = 1;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    at[1] = 2;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    at[2] = 3;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_all_svm_devices);
    at[3] = 4;
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_all_svm_devices);
}

/* Both loops read in each iteration; the second one through a volatile pointer. */
kernel void polls(global atomic_ulong *flag, volatile global int *plain, global int *data)
{
    while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_all_svm_devices) == 0)
        ;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire,
                           memory_scope_all_svm_devices);
    while (*plain == 0)
        ;
    data[1] = data[0];
}

/* A barrier must not move into a branch that some items do not take. */
kernel void divergent(global int *at)
{
    const int mine = at[get_local_id(0)];
    int sum = 0;
    if (mine > 3)
        sum = at[mine];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (mine > 3)
        at[get_local_id(0)] = sum + at[0];
}
