/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The SPIR-V of src/device/host_kernels.cl, which access_tile.c builds for the tile, and of
 * queue_*.cl, which queue_launch.c does.  Options of the assembler say where they are.
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
    carry ishmemi_queue_kernels, queue_kernels.spv
    carry ishmemi_queue_kernels_double, queue_kernels_double.spv
    carry ishmemi_queue_collective, queue_collective.spv
    carry ishmemi_queue_reduce, queue_reduce.spv
    carry ishmemi_queue_reduce_double, queue_reduce_double.spv
    carry ishmemi_queue_quick, queue_quick.spv
    carry ishmemi_queue_quick_reduce, queue_quick_reduce.spv
    carry ishmemi_queue_quick_reduce_double, queue_quick_reduce_double.spv

    .section .note.GNU-stack, "", %progbits
