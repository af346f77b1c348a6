/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: array_of_variable_length\.cl:6:.*variable length array */
kernel void k(global uint *out, global const uint *in, uint n)
{
    uint sum = 0;
    uint words[n];
    for (uint k = 0; k < n; k++)
        words[k] = in[k];
    out[0] = words[0] + sum;
}
