/* SPDX-License-Identifier: BSD-3-Clause */
/* Clang says: array_of_variable_length.cl:5:16: error: variable length arrays are not supported in OpenCL */
kernel void k(global uint *out, global const uint *in, uint n)
{
    uint words[n];
    for (uint i = 0; i < n; i++)
        words[i] = in[i];
    out[0] = words[in[0]];
}
