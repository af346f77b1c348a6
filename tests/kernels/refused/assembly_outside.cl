/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: ishmemcc: assembly_outside.cl: there is assembly (asm) outside of functions, which the drivers do not support;
 * write it in OpenCL C */
__asm__("nop");

kernel void k(global uint *out)
{
    out[0] = 1;
}
