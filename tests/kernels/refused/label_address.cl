/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: label_address\.cl:.*(label|indirect) */
kernel void k(global uint *out, global const uint *in, uint n)
{
    void *to = in[0] & 1 ? &&one : &&two;
    goto *to;
one:
    out[0] = 1;
two:
    out[1] = 2;
}
