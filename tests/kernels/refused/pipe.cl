/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: pipe.cl:4: kernel 'k' uses a pipe, which the drivers do not support;
 * use global memory and atomic operations */
kernel void k(global uint *out, read_only pipe uint from)
{
    uint x = 0;
    if (read_pipe(from, &x) == 0)
        out[0] = x;
}
