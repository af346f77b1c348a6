/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The SPIR-V of src/device/host_kernels.cl and host_collectives.cl, which access_tile.c builds for
 * the tile.  The assembler is told where they are.
 */
    .section .rodata

    .macro carry symbol, file
    .balign 8
    .globl \symbol
    .hidden \symbol
    .globl \symbol\()_end
    .hidden \symbol\()_end
\symbol:
    .incbin "\file"
\symbol\()_end:
    .endm

    carry ishmemi_host_kernels, host_kernels.spv
    carry ishmemi_host_collectives, host_collectives.spv
    carry ishmemi_host_collectives_double, host_collectives_double.spv

    .section .note.GNU-stack, "", %progbits
