/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: assembly.cl:7: kernel 'k' uses assembly (asm), which the drivers do not support;
 * write it in OpenCL C */
kernel void k(global uint *out)
{
    uint x = 1;
    __asm__("nop" : "+r"(x));
    out[0] = x;
}
