/* SPDX-License-Identifier: BSD-3-Clause */
/* Code that LLVM's code generator for PTX would compile wrongly. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void widened(global const half8 *from, global float8 *to)
{
    size_t i = get_global_id(0);
    to[i] = convert_float8(from[i]);
}

kernel void rotated(global const ulong *by, global ulong *data)
{
    size_t i = get_global_id(0);
    data[i] = rotate(data[i], by[i]);
}

kernel void rotated_vector(global const long4 *by, global long4 *data)
{
    size_t i = get_global_id(0);
    data[i] = rotate(data[i], by[i]);
}

__attribute__((noinline)) static float4 scaled(float4 value, float by)
{
    return value * by;
}

kernel void passed(global float4 *data)
{
    size_t i = get_global_id(0);
    data[i] = scaled(data[i], 2) + scaled(data[i + 1], 3);
}

kernel void unordered(global const half4 *from, global short4 *to)
{
    size_t i = get_global_id(0);
    to[i] = isunordered(from[i], from[i + 1]) | isnan(from[i + 2]);
}
