/* SPDX-License-Identifier: BSD-3-Clause */
/* The context switch for x86-64 and aarch64; context.h says what the two routines do. */

#if defined(__x86_64__)

    .text
    .p2align 5
    .globl zed_context_switch
    .hidden zed_context_switch
    .type zed_context_switch, @function
zed_context_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size zed_context_switch, . - zed_context_switch

    .p2align 5
    .globl zed_context_start
    .hidden zed_context_start
    .type zed_context_start, @function
zed_context_start:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    movq %rcx, %rdi
    xorl %ebp, %ebp
    pushq $0                    /* no return address: here a debugger's backtrace ends */
    jmpq *%rdx
    .size zed_context_start, . - zed_context_start

#elif defined(__aarch64__)

    .text
    .macro save_registers
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    .endm

    .p2align 5
    .globl zed_context_switch
    .hidden zed_context_switch
    .type zed_context_switch, %function
zed_context_switch:
    save_registers
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size zed_context_switch, . - zed_context_switch

    .p2align 5
    .globl zed_context_start
    .hidden zed_context_start
    .type zed_context_start, %function
zed_context_start:
    save_registers
    mov sp, x1
    mov x0, x3
    mov x29, xzr
    mov x30, xzr                /* no return address: here a debugger's backtrace ends */
    br x2
    .size zed_context_start, . - zed_context_start

#else
#error "a context switch is written for x86-64 and aarch64 only"
#endif

    .section .note.GNU-stack, "", %progbits
