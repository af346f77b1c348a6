/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context switch for x86-64 and aarch64; context_switch.h says what the routines do.
 */
#include "run/context_registers.h"

#if defined(__x86_64__)

    .text
    .p2align 5
    .globl zed_context_switch
    .hidden zed_context_switch
    .type zed_context_switch, @function
zed_context_switch:
    save_registers
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    restore_registers
    ret
    .size zed_context_switch, . - zed_context_switch

    .p2align 5
    .globl zed_context_start
    .hidden zed_context_start
    .type zed_context_start, @function
zed_context_start:
    save_registers
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    movq %rcx, %rdi
    xorl %ebp, %ebp
    pushq $0                    /* no return address: here a debugger's backtrace ends */
    jmpq *%rdx
    .size zed_context_start, . - zed_context_start

#else

    .text
    .p2align 5
    .globl zed_context_switch
    .hidden zed_context_switch
    .type zed_context_switch, %function
zed_context_switch:
    save_registers
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    restore_registers
    ret
    .size zed_context_switch, . - zed_context_switch

    .p2align 5
    .globl zed_context_start
    .hidden zed_context_start
    .type zed_context_start, %function
zed_context_start:
    save_registers
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    mov x0, x3
    mov x29, xzr
    mov x30, xzr                /* no return address: here a debugger's backtrace ends */
    br x2
    .size zed_context_start, . - zed_context_start

#endif

    .section .note.GNU-stack, "", %progbits
