/* SPDX-License-Identifier: BSD-3-Clause */
/* The bitcode of the built-in libraries, for library.cpp and ptx/build.cpp; the build gives the
 * files' names. */
    .section .rodata
    .balign 16
    .global zed_bitcode_own
    .hidden zed_bitcode_own
    .global zed_bitcode_own_end
    .hidden zed_bitcode_own_end
zed_bitcode_own:
    .incbin ZED_BITCODE_OWN
zed_bitcode_own_end:
    .balign 16
    .global zed_bitcode_ptx
    .hidden zed_bitcode_ptx
    .global zed_bitcode_ptx_end
    .hidden zed_bitcode_ptx_end
zed_bitcode_ptx:
    .incbin ZED_BITCODE_PTX
zed_bitcode_ptx_end:
    .balign 16
    .global zed_bitcode_clc
    .hidden zed_bitcode_clc
    .global zed_bitcode_clc_end
    .hidden zed_bitcode_clc_end
zed_bitcode_clc:
    .incbin ZED_BITCODE_CLC
zed_bitcode_clc_end:
    .section .note.GNU-stack, "", %progbits
