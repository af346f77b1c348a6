/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics of every type, order and scope, and the old names. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

/* Cells: add, sub, min, max, exchange, compare-exchange, load copy. */
#define ARITHMETIC(name, atomic, T, order, scope)                                           \
    kernel void name(global atomic *cell, global T *seen)                                   \
    {                                                                                       \
        int i = (int)get_global_id(0);                                                      \
        atomic_fetch_add_explicit(cell + 0, (T)(i + 1), order, scope);                      \
        atomic_fetch_sub_explicit(cell + 1, (T)(i + 1), order, scope);                      \
        atomic_fetch_min_explicit(cell + 2, (T)(i - 5), order, scope);                      \
        atomic_fetch_max_explicit(cell + 3, (T)(i - 5), order, scope);                      \
        seen[i] = atomic_exchange_explicit(cell + 4, (T)(i + 1), order, scope);             \
        T expected = (T)i;                                                                  \
        if (atomic_compare_exchange_strong_explicit(cell + 5, &expected, (T)(i + 1), order, \
                                                    memory_order_relaxed, scope))           \
            atomic_store_explicit(cell + 6, (T)(i + 100), memory_order_relaxed, scope);     \
    }
#define BITS(name, atomic, T)                            \
    kernel void name(global atomic *cell)                \
    {                                                    \
        int i = (int)get_global_id(0);                   \
        atomic_fetch_or(cell + 0, (T)1 << (i & 31));     \
        atomic_fetch_and(cell + 1, ~((T)1 << (i & 15))); \
        atomic_fetch_xor(cell + 2, (T)3 << (i & 15));    \
        atomic_store(cell + 3, atomic_load(cell + 0));   \
    }

ARITHMETIC(int_relaxed, atomic_int, int, memory_order_relaxed, memory_scope_device)
ARITHMETIC(int_acq_rel, atomic_int, int, memory_order_acq_rel, memory_scope_all_svm_devices)
ARITHMETIC(uint_seq_cst, atomic_uint, uint, memory_order_seq_cst, memory_scope_device)
ARITHMETIC(long_acquire, atomic_long, long, memory_order_acquire, memory_scope_device)
ARITHMETIC(ulong_release, atomic_ulong, ulong, memory_order_release, memory_scope_device)
BITS(int_bits, atomic_int, int)
BITS(ulong_bits, atomic_ulong, ulong)

/* OpenCL C has no atomic floating-point arithmetic, so programs write this loop. */
kernel void float_add(global atomic_int *cell)
{
    int old = atomic_load_explicit(cell, memory_order_relaxed, memory_scope_device);
    while (!atomic_compare_exchange_strong_explicit(cell, &old, as_int(as_float(old) + 0.5f),
                                                    memory_order_acq_rel, memory_order_relaxed,
                                                    memory_scope_device))
        ;
}

kernel void double_exchange(global atomic_double *cell, global double *seen)
{
    seen[get_global_id(0)] = atomic_exchange(cell, (double)get_global_id(0) + 0.25);
    atomic_store(cell + 1, atomic_load(cell));
}

kernel void old_names(volatile global int *cell, volatile global uint *bits,
                      volatile global long *wide, volatile global float *real)
{
    int i = (int)get_global_id(0);
    atomic_add(cell + 0, 2);
    atomic_sub(cell + 1, 2);
    atomic_inc(cell + 2);
    atomic_dec(cell + 3);
    atomic_min(cell + 4, i - 3);
    atomic_max(cell + 5, i);
    atomic_cmpxchg(cell + 6, i, i + 1);
    atomic_or(bits + 0, 1u << (i & 31));
    atomic_and(bits + 1, ~(1u << (i & 7)));
    atomic_xor(bits + 2, 1u);
    atomic_max(bits + 3, 0x80000000u + (uint)i);
    atomic_min(bits + 4, 0x80000000u + (uint)i);
    atom_add(wide + 0, (long)i << 33);
    atom_max(wide + 1, (long)i << 33);
    atomic_xchg(real, 2.5f);
}

kernel void local_counter(global int *to)
{
    local atomic_int counter;
    if (get_local_id(0) == 0)
        atomic_init(&counter, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        to[get_group_id(0)] =
            atomic_load_explicit(&counter, memory_order_relaxed, memory_scope_work_group);
}

kernel void lock(global atomic_flag *flag, global int *shared)
{
    while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device))
        ;
    *shared += 1;
    atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
}

kernel void message(global int *data, global atomic_int *ready, global int *to)
{
    if (get_group_id(0) == 0) {
        data[0] = 77;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        read_mem_fence(CLK_GLOBAL_MEM_FENCE);
        write_mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
    } else {
        while (!atomic_load_explicit(ready, memory_order_relaxed, memory_scope_device))
            ;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
        to[get_group_id(0)] = data[0];
    }
}

/* All items meet: a loop with as many iterations as n has bits, each of which waits. */
void meet(global atomic_uint *flags, uint n, uint round)
{
    const uint me = (uint)get_global_id(0);
    for (uint distance = 1; distance < n; distance *= 2) {
        atomic_store_explicit(flags + (me + distance) % n, round, memory_order_release,
                              memory_scope_device);
        while (atomic_load_explicit(flags + me, memory_order_acquire, memory_scope_device) < round)
            ;
        flags += n;
    }
}

kernel void disseminate(global atomic_uint *arrived, global uint *to, uint n)
{
    const uint me = (uint)get_global_id(0);
    const uint other = (me + n / 2) % n;
    to[me] = 1;
    meet(arrived, n, 1);
    uint late = to[other] < 1;
    meet(arrived, n, 2);
    to[me] = 2;
    meet(arrived, n, 3);
    late += to[other] < 2;
    to[n + me] = late;
}

/* All items but the last read what the last one stores, at most a fixed number of times, under a
 * lock that is free: the outer loop is the one that waits. */
kernel void look_again(global atomic_int *flag, global atomic_int *ready, global int *looks)
{
    if (get_global_id(0) != get_global_size(0) - 1) {
        for (int i = 0; i < 100000; i++) {
            while (atomic_exchange_explicit(flag, 1, memory_order_acquire, memory_scope_device))
                while (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device))
                    ;
            const int seen = atomic_load_explicit(ready, memory_order_relaxed, memory_scope_device);
            atomic_store_explicit(flag, 0, memory_order_release, memory_scope_device);
            if (seen)
                break;
            looks[get_global_id(0)] = i + 1;
        }
    } else {
        atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
    }
}
