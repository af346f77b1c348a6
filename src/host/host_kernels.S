/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The SPIR-V of src/device/host_kernels.cl, which access_tile.c builds for the tile.  The path comes
 * from CMake.
 */
    .section .rodata
    .balign 8
    .globl ishmemi_host_kernels
    .hidden ishmemi_host_kernels
    .globl ishmemi_host_kernels_end
    .hidden ishmemi_host_kernels_end
ishmemi_host_kernels:
    .incbin ISHMEM_HOST_KERNELS_SPV
ishmemi_host_kernels_end:

    .section .note.GNU-stack, "", %progbits
