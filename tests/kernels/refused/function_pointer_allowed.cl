/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: function_pointer_allowed.cl:19: kernel 'k' uses a pointer to a function, which the drivers do not support;
 * call functions by their names */
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

static uint twice(uint x)
{
    return 2 * x;
}

static uint thrice(uint x)
{
    return 3 * x;
}

kernel void k(global uint *out)
{
    uint (*function)(uint) = out[1] ? twice : thrice;
    out[0] = function(out[2]);
}
