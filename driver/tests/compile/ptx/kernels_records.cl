/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels whose records must agree with the parameters of their entries. */

typedef struct {
    char tag;
    double value;
} mixed_t;

typedef struct {
    char bytes[5];
} odd_t;

kernel void arguments(char a, global int *b, short c, int3 d, mixed_t e, odd_t f, local long *g,
                      float h, double16 i, constant int *j, uchar k)
{
    g[get_local_id(0)] = a + c + d.y + (long)e.value + f.bytes[4] + (long)h + (long)i.sf + k + j[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[get_global_id(0)] = (int)g[0];
}

kernel void nothing(void)
{
}

kernel void one_byte(global char *a, char b)
{
    *a = b;
}

kernel void two_locals(global int *to, local int *a, local float4 *b)
{
    local int fixed[10];
    local double4 wide[3];
    int i = (int)get_local_id(0);
    a[i] = i;
    b[i] = (float4)(1, 2, 3, (float)i);
    fixed[i] = i;
    wide[i % 3] = (double4)((double)i);
    barrier(CLK_LOCAL_MEM_FENCE);
    to[i] = a[0] + (int)b[1].w + fixed[2] + (int)wide[1].x;
}

kernel void __attribute__((reqd_work_group_size(8, 4, 2))) required(global int *to)
{
    to[get_global_linear_id()] = 1;
}

kernel void __attribute__((intel_reqd_sub_group_size(16))) narrow(global int *to)
{
    to[get_global_id(0)] = (int)get_sub_group_local_id();
}

kernel void ids(global ulong *to)
{
    size_t i = get_global_linear_id();
    for (uint d = 0; d < 3; d++)
        to[i * 3 + d] = get_global_id(d) + get_global_offset(d);
}

int by_itself(global int *to, int depth);
int by_itself(global int *to, int depth)
{
    return depth <= 1 ? (int)get_global_id(1)
                      : by_itself(to, depth - 1) + to[1] * by_itself(to, depth - 2);
}

/* A function that is not inlined asks for the offset, too. */
kernel void deep(global int *to, int depth)
{
    to[get_global_id(0)] = by_itself(to, depth);
}

kernel void prints(global int *to, float real)
{
    printf("%d items of %v4hld, %5.2f %s %c %#lx%%\n", to[0], (int4)(1, 2, 3, to[1]), real, "text",
           'x', (ulong)to);
    if (printf("%hhd %v2hhu %lu\n", (char)-1, (uchar2)(200, 201), (ulong)5) != 0)
        to[0] = 1;
}

global int counter = 5;
global int *global pointer = &counter;

kernel void variables(global int *to)
{
    to[0] = counter++ + *pointer;
}
