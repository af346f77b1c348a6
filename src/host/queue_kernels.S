/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The SPIR-V of src/device/queue_*.cl, which queue_launch.c builds for the tile.  The paths come from CMake.
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
    module ishmemi_queue_kernels, ISHMEM_QUEUE_KERNELS_SPV
    module ishmemi_queue_kernels_double, ISHMEM_QUEUE_KERNELS_DOUBLE_SPV
    module ishmemi_queue_collective, ISHMEM_QUEUE_COLLECTIVE_SPV
    module ishmemi_queue_reduce, ISHMEM_QUEUE_REDUCE_SPV
    module ishmemi_queue_reduce_double, ISHMEM_QUEUE_REDUCE_DOUBLE_SPV

    .section .note.GNU-stack, "", %progbits
