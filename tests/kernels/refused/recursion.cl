/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: recursion.cl:6: function 'factorial' calls itself, and kernels do not support recursion;
 * use a loop, or for the CPU driver --allow-recursion */
static uint factorial(uint n)
{
    return n < 2 ? 1 : n * factorial(n - 1) + (n & 3);
}

kernel void k(global uint *out, global const uint *in, uint n)
{
    out[0] = factorial(in[0]);
}
