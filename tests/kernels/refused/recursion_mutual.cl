/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: recursion_mutual.cl:13: function 'is_even' calls itself through 'is_odd', and kernels do not support recursion;
 * use a loop, or for the CPU driver --allow-recursion */
static bool is_odd(uint n);

static __attribute__((noinline)) bool is_even(uint n)
{
    return n == 0 || is_odd(n / 3);
}

static __attribute__((noinline)) bool is_odd(uint n)
{
    return n != 0 && !is_even(n - 1);
}

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = is_even(in[0]);
}
