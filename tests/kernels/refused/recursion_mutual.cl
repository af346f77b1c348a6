/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: recursion_mutual\.cl:.*(is_even|is_odd).*recursi */
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
