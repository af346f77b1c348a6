/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The SPIR-V of src/device/queue_kernels.cl and queue_kernels_double.cl, which queue_launch.c builds
 * for the tile.  The assembler is told where they are.
 */
    .macro module name, path
    .balign 8
    .globl \name
    .hidden \name
    .globl \name\()_end
    .hidden \name\()_end
\name:
    .incbin "\path"
\name\()_end:
    .endm

    .section .rodata
    module ishmemi_queue_kernels, queue_kernels.spv
    module ishmemi_queue_kernels_double, queue_kernels_double.spv

    .section .note.GNU-stack, "", %progbits
