/* SPDX-License-Identifier: BSD-3-Clause */
/* Clang says: function_pointer.cl:10:11: error: pointers to functions are not allowed */
static uint twice(uint x)
{
    return 2 * x;
}

kernel void k(global uint *out, global const uint *in, uint n)
{
    uint (*function)(uint) = twice;
    out[0] = function(in[0]);
}
