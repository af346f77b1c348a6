/* SPDX-License-Identifier: BSD-3-Clause */
/* Half values. */
#include "corpus.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define HALF(word) ((half)((int)((word)&0xff) - 100))

kernel void half_arithmetic(global uint *out, global const uint *in, uint n)
{
    const half a = HALF(MINE(in)[0]), b = HALF(MINE(in)[1]), c = HALF(MINE(in)[2]);
    MINE(out)[0] = as_ushort((half)(a + b));
    MINE(out)[1] = as_ushort((half)(a * b - c));
    MINE(out)[2] = as_ushort((half)(a / (half)4));
    MINE(out)[3] = as_ushort((half)-a);
    MINE(out)[4] = as_ushort((half)(a * (half)0.1h));
    MINE(out)[5] = (uint)(a < b) + 2u * (uint)(b >= c) + 4u * (uint)(a == c);
}

kernel void half_greatest_and_least(global uint *out, global const uint *in, uint n)
{
    half low = 1000, high = -1000;
    for (int k = 0; k < 16; k++) {
        const half x = HALF(MINE(in)[k]);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    MINE(out)[0] = as_ushort(low);
    MINE(out)[1] = as_ushort(high);
    MINE(out)[2] = as_ushort(fabs(low));
    const half a = HALF(MINE(in)[0]), b = HALF(MINE(in)[1]);
    MINE(out)[3] = as_ushort(a > b ? a : b);
    MINE(out)[4] = as_ushort(min(a, b));
    MINE(out)[5] = as_ushort(max(a, (half)0));
    MINE(out)[6] = as_ushort(clamp(a, (half)-10, (half)10));
}

kernel void half_vectors(global uint *out, global const uint *in, uint n)
{
    half8 a, b;
    for (int k = 0; k < 8; k++) {
        ((half *)&a)[k] = HALF(MINE(in)[k]);
        ((half *)&b)[k] = HALF(MINE(in)[k + 8]);
    }
    vstore4(as_uint4(a + b), 0, MINE(out));
    vstore4(as_uint4(fmax(a, b)), 1, MINE(out));
    vstore4(as_uint4(a < b ? a : b.s76543210), 2, MINE(out));
    if (MINE(in)[0] & 1)
        a = b;
    vstore4(as_uint4(a * (half)2), 3, MINE(out));
}

kernel void half_converted(global uint *out, global const uint *in, uint n)
{
    const half a = HALF(MINE(in)[0]);
    MINE(out)[0] = (uint)(int)a;
    MINE(out)[1] = as_uint((float)a * 0.5f);
    MINE(out)[2] = as_ushort((half)(float)SMALL(MINE(in)[1]));
    MINE(out)[3] = as_ushort((half)((float)(MINE(in)[2] & 0xffff) * 0.37f));
    const float4 f = convert_float4(as_int4(vload4(1, MINE(in))) >> 18);
    MINE(out)[4] = as_uint2(convert_half4(f)).y;
    MINE(out)[5] = (uint)convert_int(convert_half4(f).x);
    MINE(out)[6] = as_ushort(as_half((ushort)0x3555));
}

kernel void half_in_memory(global uint *out, global const uint *in, uint n)
{
    global half *const to = (global half *)MINE(out);
    for (int k = 0; k < 16; k++)
        vstore_half((float)SMALL(MINE(in)[k]) * 0.25f, (size_t)k, to);
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += vload_half((size_t)k, to);
    MINE(out)[8] = as_uint(sum);
}

kernel void half_in_arrays(global uint *out, global const uint *in, uint n)
{
    local half shared[MOST_ITEMS];
    half own[16];
    for (int k = 0; k < 16; k++)
        own[k] = HALF(MINE(in)[k]);
    shared[get_local_id(0)] = own[MINE(in)[0] & 15];
    barrier(CLK_LOCAL_MEM_FENCE);
    half sum = 0;
    for (int k = 0; k < 16; k++)
        sum += own[k] > (half)0 ? own[k] : (half)1;
    MINE(out)[0] = as_ushort(sum);
    MINE(out)[1] = as_ushort(shared[get_local_size(0) - 1]);
}

kernel void half_dot_in_float(global uint *out, global const uint *in, uint n)
{
    global const half *const h = (global const half *)MINE(in);
    float sum = 0;
    for (int k = 0; k < 16; k++) {
        const half a = as_half((ushort)(as_ushort(h[k]) & 0x4fff));
        const half b = as_half((ushort)(as_ushort(h[k + 16]) & 0x4fff));
        sum += (float)a * (float)b;
    }
    MINE(out)[0] = as_uint(sum);
}
