/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: variadic\.cl:.*variadic */
uint sum(uint count, ...);

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = sum(2, in[0], in[1]);
}
