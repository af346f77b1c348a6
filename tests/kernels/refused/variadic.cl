/* SPDX-License-Identifier: BSD-3-Clause */
/* Clang says: variadic.cl:3:6: error: invalid prototype, variadic arguments are not allowed in OpenCL */
uint sum(uint count, ...);

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = sum(2, in[0], in[1]);
}
