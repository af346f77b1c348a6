/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: assembler\.cl:.*(asm|assembl) */
kernel void k(global uint *out)
{
    uint x = 1;
    __asm__("nop" : "+r"(x));
    out[0] = x;
}
