/* SPDX-License-Identifier: BSD-3-Clause */
/* The larger and the smaller of two halves, which compilers vectorise. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void extremes(global half *to, global const half *from)
{
    const size_t i = get_global_id(0);
    to += 4 * i;
    to[0] = fmax(from[i], from[i + 1]);
    to[1] = fmin(from[i], from[i + 1]);
    to[2] = max(from[i], from[i + 1]);
    to[3] = min(from[i], from[i + 1]);
}

kernel void extremes_of_vectors(global half8 *to, global const half8 *from)
{
    to[0] = fmax(from[0], from[1]);
    to[1] = fmin(from[0], from[1]);
    to[2] = max(from[0], from[1]);
    to[3] = min(from[0], from[1]);
}
