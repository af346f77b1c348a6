/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations of 64 bits whose results do not depend on the order of items. */
#include "corpus.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define WIDE(a, b) ((ulong)(a) << 32 | (b))

kernel void atomic64_global(global uint *out, global const uint *in, uint n)
{
    volatile global ulong *const words = (volatile global ulong *)out;
    const ulong x = WIDE(MINE(in)[0], MINE(in)[1]);
    atom_add(&words[0], x);
    atom_sub(&words[1], x);
    atom_max(&words[2], x);
    atom_min((volatile global long *)&words[3], (long)x);
    atom_or(&words[4], x);
    atom_and(&words[5], x | 0xffff);
    atom_xor(&words[6], x);
    atom_inc(&words[7]);
}

kernel void atomic64_local(global uint *out, global const uint *in, uint n)
{
    local ulong sum;
    local long most;
    if (get_local_id(0) == 0) {
        sum = 0;
        most = LONG_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) {
        atom_add(&sum, WIDE(MINE(in)[k], MINE(in)[k + 8]));
        atom_max(&most, (long)WIDE(MINE(in)[k], k));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = (uint)sum;
    MINE(out)[1] = (uint)(sum >> 32);
    MINE(out)[2] = (uint)most;
    MINE(out)[3] = (uint)(most >> 32);
}

kernel void atomic64_of_c11(global uint *out, global const uint *in, uint n)
{
    volatile global atomic_ulong *const words = (volatile global atomic_ulong *)out;
    const ulong x = WIDE(MINE(in)[0], MINE(in)[1]);
    atomic_fetch_add(&words[0], x);
    atomic_fetch_xor_explicit(&words[1], x, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max((volatile global atomic_long *)&words[2], (long)x);
    atomic_fetch_or_explicit(&words[3], x, memory_order_acq_rel);
}

kernel void atomic64_by_exchange(global uint *out, global const uint *in, uint n)
{
    local ulong product;
    if (get_local_id(0) == 0)
        product = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong old, next;
    do {
        old = *(volatile local ulong *)&product;
        next = old * (MINE(in)[0] | 1);
    } while (atom_cmpxchg(&product, old, next) != old);
    barrier(CLK_LOCAL_MEM_FENCE);
    MINE(out)[0] = (uint)product;
    MINE(out)[1] = (uint)(product >> 32);
}
