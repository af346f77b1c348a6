/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: pipe\.cl:.*pipe */
kernel void k(global uint *out, read_only pipe uint from)
{
    uint x = 0;
    if (read_pipe(from, &x) == 0)
        out[0] = x;
}
