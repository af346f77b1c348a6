/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: function_pointer\.cl:10:.*pointers? to function */
static uint twice(uint x)
{
    return 2 * x;
}

kernel void k(global uint *out, global const uint *in, uint n)
{
    uint (*function)(uint) = twice;
    out[0] = function(in[0]);
}
