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

/* Functions several levels deep, each with barriers, in loops whose counts are the same for all
 * items. */
int level3(local int *box, int i, int n)
{
    for (int turn = 0; turn < 2; turn++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int other = box[(i + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        box[i] = other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return box[i];
}

int level2(local int *box, int i, int n, int turns)
{
    int sum = 0;
    for (int turn = 0; turn < turns; turn++)
        sum += level3(box, i, n);
    return sum;
}

int level1(local int *box, int i, int n, int turns)
{
    box[i] = i;
    int sum = level2(box, i, n, turns);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    box[i] = sum;
    return sum + level2(box, i, n, turns - 1);
}

kernel void deep(global int *to, int turns)
{
    local int box[64];
    int i = (int)get_local_id(0), n = (int)get_local_size(0);
    to[get_global_id(0)] = level1(box, i, n, turns);
}

kernel void ranges_waiting(global ulong *to)
{
    local ulong box[24];
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1) * get_local_size(2);
    box[l] = x | y << 16 | z << 32;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t ox = get_global_offset(0), oy = get_global_offset(1), oz = get_global_offset(2);
    size_t at = ((z - oz) * get_global_size(1) + (y - oy)) * get_global_size(0) + (x - ox);
    to[at * 2 + 0] = box[n - 1 - l];
    to[at * 2 + 1] = get_global_linear_id() - at;
}

typedef struct {
    char tag;
    int values[1000];
    struct {
        double weight;
        short small[3];
    } inner[4];
} Large;

kernel void large_value(global double *to, Large a, int k, Large b)
{
    size_t i = get_global_id(0);
    a.values[k] += (int)i; /* each item has its own copy */
    double sum = a.tag + b.tag;
    int j = 0;
    do
        sum += a.values[j] - b.values[j];
    while (++j < 1000);
    to[i] = sum + a.inner[3].weight + b.inner[2].small[2];
}

kernel void many(global double *to, char a0, short a1, int a2, long a3, float a4, double a5,
                 uchar a6, float4 a7, char a8, short a9, int a10, long a11, float a12, double a13,
                 uchar a14, float4 a15, char a16, short a17, int a18, long a19, float a20,
                 double a21, uchar a22, float4 a23, char a24, short a25, int a26, long a27,
                 float a28, double a29, uchar a30, float4 a31, char a32, short a33, int a34,
                 long a35, float a36, double a37, uchar a38, float4 a39, char a40, short a41,
                 int a42, long a43, float a44, double a45, uchar a46, float4 a47, char a48,
                 short a49, int a50, long a51, float a52, double a53, uchar a54, float4 a55,
                 char a56, short a57, int a58, long a59, float a60, double a61, uchar a62)
{
    double sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7.x + 2 * a7.w;
    sum = sum * 3 + a8 + a9 + a10 + a11 + a12 + a13 + a14 + a15.x + 2 * a15.w;
    sum = sum * 3 + a16 + a17 + a18 + a19 + a20 + a21 + a22 + a23.x + 2 * a23.w;
    sum = sum * 3 + a24 + a25 + a26 + a27 + a28 + a29 + a30 + a31.x + 2 * a31.w;
    sum = sum * 3 + a32 + a33 + a34 + a35 + a36 + a37 + a38 + a39.x + 2 * a39.w;
    sum = sum * 3 + a40 + a41 + a42 + a43 + a44 + a45 + a46 + a47.x + 2 * a47.w;
    sum = sum * 3 + a48 + a49 + a50 + a51 + a52 + a53 + a54 + a55.x + 2 * a55.w;
    to[get_global_id(0)] = sum * 3 + a56 + a57 + a58 + a59 + a60 + a61 + a62;
}
