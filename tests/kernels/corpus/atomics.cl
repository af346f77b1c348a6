/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations of 32 bits whose results do not depend on the order of items. */
#include "corpus.h"

kernel void atomic_local_counters(global uint *out, global const uint *in, uint n)
{
    local uint counters[8];
    const size_t me = get_local_id(0), size = get_local_size(0);
    for (size_t k = me; k < 8; k += size)
        counters[k] = (uint)k;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++)
        atomic_inc(&counters[MINE(in)[k] & 7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++)
        MINE(out)[k] = counters[k];
}

kernel void atomic_local_kinds(global uint *out, global const uint *in, uint n)
{
    local uint words[6];
    local int least, most;
    if (get_local_id(0) == 0) {
        for (int k = 0; k < 6; k++)
            words[k] = k == 3 ? ~0u : (uint)k;
        least = most = 5;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&words[0], MINE(in)[0]);
    atomic_sub(&words[1], MINE(in)[1]);
    atomic_or(&words[2], MINE(in)[2] & 0xf0f0);
    atomic_and(&words[3], MINE(in)[3] | 0xffff);
    atomic_xor(&words[4], MINE(in)[4]);
    atomic_max(&words[5], MINE(in)[5]);
    atomic_min(&least, (int)MINE(in)[6]);
    atomic_max(&most, (int)MINE(in)[7]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 6; k++)
        MINE(out)[k] = words[k];
    MINE(out)[6] = (uint)least;
    MINE(out)[7] = (uint)most;
}

kernel void atomic_global(global uint *out, global const uint *in, uint n)
{
    atomic_add(&out[0], MINE(in)[0]);
    atomic_xor(&out[1], MINE(in)[1]);
    atomic_max(&out[2], MINE(in)[2]);
    atomic_min((global int *)&out[3], (int)MINE(in)[3]);
    atomic_dec(&out[4]);
    if (MINE(in)[4] & 1)
        atomic_or(&out[5], MINE(in)[5]);
    for (uint k = 0; k < (MINE(in)[6] & 7); k++)
        atomic_sub(&out[6 + (k & 1)], k);
}

kernel void atomic_of_c11(global uint *out, global const uint *in, uint n)
{
    volatile global atomic_uint *const words = (volatile global atomic_uint *)out;
    atomic_fetch_add(&words[0], MINE(in)[0]);
    atomic_fetch_sub_explicit(&words[1], MINE(in)[1], memory_order_relaxed);
    atomic_fetch_or_explicit(&words[2], MINE(in)[2], memory_order_acq_rel, memory_scope_device);
    atomic_fetch_and(&words[3], MINE(in)[3] | 0xff);
    atomic_fetch_xor_explicit(&words[4], MINE(in)[4], memory_order_relaxed,
                              memory_scope_work_group);
    atomic_fetch_max((volatile global atomic_int *)&words[5], (int)MINE(in)[5]);
    atomic_fetch_min(&words[6], MINE(in)[6]);
}

/* Each item takes a place, whichever. */
kernel void atomic_places_taken(global uint *out, global const uint *in, uint n)
{
    local uint next, taken[MOST_ITEMS];
    const size_t me = get_local_id(0), size = get_local_size(0);
    if (me == 0)
        next = 0;
    taken[me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint place = atomic_inc(&next);
    atomic_add(&taken[place], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint right = next == size;
    for (size_t k = 0; k < size; k++)
        right &= taken[k] == 1;
    MINE(out)[0] = right;
}

kernel void atomic_by_exchange(global uint *out, global const uint *in, uint n)
{
    local uint most;
    if (get_local_id(0) == 0)
        most = 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = MINE(in)[0];
    uint seen = most;
    while (seen < mine) {
        const uint old = atomic_cmpxchg(&most, seen, mine);
        if (old == seen)
            break;
        seen = old;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = most;
}

kernel void atomic_sum_of_floats(global uint *out, global const uint *in, uint n)
{
    local uint sum;
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint old, next;
    do {
        old = *(volatile local uint *)&sum;
        next = as_uint(as_float(old) + (float)SMALL(MINE(in)[0]));
    } while (atomic_cmpxchg(&sum, old, next) != old);
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = (uint)(int)as_float(sum);
}

kernel void atomic_loads_and_stores(global uint *out, global const uint *in, uint n)
{
    local atomic_uint word, flag;
    if (get_local_id(0) == 0) {
        atomic_init(&word, 0);
        atomic_store(&flag, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&word, MINE(in)[0], memory_order_relaxed, memory_scope_work_group);
    if (MINE(in)[1] & 1)
        atomic_store_explicit(&flag, 1u, memory_order_release, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = atomic_load(&word);
    MINE(out)[1] = atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group);
}
