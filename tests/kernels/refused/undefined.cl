/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: .k. uses .elsewhere., which no input defines */
uint elsewhere(uint x);

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = elsewhere(in[0]);
}
