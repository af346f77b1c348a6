/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: wide_integer\.cl:.*__int128|128 */
kernel void k(global ulong *out, global const ulong *in, uint n)
{
    out[0] = (ulong)((unsigned __int128)in[0] * in[1] >> 64);
}
