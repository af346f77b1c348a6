/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of the driver's tests.  engine_double.c has the same ones in C. */

kernel void nothing(void)
{
}

kernel void store(global uint *to, uint value)
{
    if (get_global_id(0) == 0) {
        *to = value;
    }
}

kernel void add(global uint *to, uint value)
{
    to[get_global_id(0)] += value;
}

kernel void copy(global ulong *to, global const ulong *from)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}

struct record {
    uint first;
    ulong second;
    uchar bytes[5];
};

struct holder {
    global ulong *pointer;
};

/* A struct with a pointer, as SYCL passes it. */
kernel void holds(global ulong *to, struct holder holder)
{
    *to = holder.pointer ? *holder.pointer : 77;
}

kernel void unpack(global ulong *to, struct record record)
{
    to[0] = record.first;
    to[1] = record.second;
    for (uint i = 0; i < 5; i++) {
        to[2 + i] = record.bytes[i];
    }
}

kernel void locals(global ulong *to, local uint *left, local ulong *right)
{
    to[0] = (ulong)(uintptr_t)left;
    to[1] = (ulong)(uintptr_t)right;
    left[get_local_id(0)] = 1;
    right[get_local_id(0)] = 2;
    to[2] = left[get_local_id(0)] + right[get_local_id(0)];
}

kernel void ids(global uint *to)
{
    size_t row = get_local_id(1) + get_local_size(1) * get_local_id(2);
    size_t item = get_local_id(0) + get_local_size(0) * row;
    to[3 * item] = get_global_id(0);
    to[3 * item + 1] = get_global_id(1);
    to[3 * item + 2] = get_global_id(2);
}

/* Several launches of this, each on its own list, end only if all of them run. */
kernel void meet(global atomic_uint *arrived, uint expected)
{
    atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_all_svm_devices);
    uint seen = 0;
    while (seen < expected) {
        seen = atomic_load_explicit(arrived, memory_order_acquire, memory_scope_all_svm_devices);
    }
}
