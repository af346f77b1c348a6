/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-items, arguments, variables, barriers. */
typedef struct {
    char tag;
    float4 scale;
    long add;
} Parameters;

global int counter = 7;
constant int table[4] = {10, 20, 30, 40};

kernel void copy(global float *to, global const float *from)
{
    size_t i = get_global_id(0);
    to[i] = from[i];
}

kernel void copy_int_index(global float *to, global const float *from, int n)
{
    int i = get_global_id(0);
    if (i < n)
        to[i] = from[i] * 2.0f;
}

kernel void by_value(global float *to, Parameters p, char small, double large)
{
    p.add += 1;
    to[get_global_id(0)] = p.scale.z + (float)p.add + small + (float)large + p.tag;
}

kernel void ranges(global ulong *to)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t ox = get_global_offset(0), oy = get_global_offset(1), oz = get_global_offset(2);
    size_t at = ((z - oz) * get_global_size(1) + (y - oy)) * get_global_size(0) + (x - ox);
    to[at * 4 + 0] = x | y << 16 | z << 32;
    to[at * 4 + 1] = get_local_linear_id();
    to[at * 4 + 2] = get_global_linear_id() - at;
    to[at * 4 + 3] = get_group_id(0) + 100 * get_group_id(1) + 10000 * get_group_id(2) +
                     1000000 * get_local_size(0) + 100000000 * get_num_groups(1);
}

kernel void dimension(global ulong *to, uint d)
{
    to[get_global_id(0)] = get_global_id(d) + 1000 * get_local_size(d) + 1000000 * get_group_id(d);
}

kernel void reverse(global int *data, local int *given)
{
    local int own[64];
    size_t i = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
    own[i] = data[base + i];
    given[i] = -own[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[base + i] = own[n - 1 - i] * 1000 + given[n - 1 - i];
}

void swap_step(global int *data, local int *own, size_t i, size_t n)
{
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    int v = own[(i + 1) % n];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    own[i] = v;
}

kernel void rotate_by(global int *data, int steps)
{
    local int own[64];
    size_t i = get_local_id(0), n = get_local_size(0);
    own[i] = data[i];
    for (int s = 0; s < steps; s++)
        swap_step(data, own, i, n);
    data[i] = own[i];
}

kernel void variables(global int *to)
{
    to[get_global_id(0)] = counter + table[get_global_id(0) & 3];
}

kernel void count_up(void)
{
    atomic_fetch_add_explicit((global atomic_int *)&counter, 1, memory_order_relaxed,
                              memory_scope_device);
}

kernel void hidden(global ulong *box, int value)
{
    global int *target = (global int *)box[0];
    int *anywhere = (int *)target;
    anywhere[get_global_id(0)] = value;
}

kernel __attribute__((reqd_work_group_size(8, 4, 2))) void required(global int *to)
{
    to[0] = 1;
}

kernel void private_array(global int *to)
{
    int values[16];
    int i = (int)get_global_id(0);
    for (int k = 0; k < 16; k++)
        values[k] = i * k;
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum += values[(k * i) & 15];
    to[i] = sum;
}

kernel void calls_kernel(global float *to, global const float *from)
{
    copy(to, from);
}

kernel void handshake(global atomic_int *flag, global int *to)
{
    if (get_local_id(0) == 0) {
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) !=
               (int)get_local_size(0) - 1)
            ;
        to[0] = 42;
    } else {
        atomic_fetch_add_explicit(flag, 1, memory_order_release, memory_scope_device);
    }
}

kernel void volatile_wait(volatile global int *flag, global int *to)
{
    if (get_local_id(0) == 0)
        while (*flag == 0)
            ;
    else if (get_local_id(0) == get_local_size(0) - 1)
        *flag = 1;
    to[get_local_id(0)] = 5;
}

kernel void retry_add(volatile global int *sum)
{
    int old = *sum, seen;
    do {
        seen = old;
        old = atomic_cmpxchg(sum, seen, seen + 3);
    } while (old != seen);
}
