/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context switch for x86-64 and aarch64; context.h says what the routines do.
 *
 * A saved context is the stack pointer below one slot for what a routine of the last section
 * returns, the callee-saved registers and the address to go on at.
 */

#if defined(__x86_64__)

    .macro save_registers
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    pushq $0
    .endm

    .macro restore_registers
    popq %rax
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    .endm

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

    /* name(...) asks meet(..., context) which context goes on; context is the argument behind
     * name's own. */
    .macro meeting name, meet, register
    .p2align 5
    .globl \name
    .hidden \name
    .type \name, @function
\name:
    save_registers
    movq %rsp, \register
    callq \meet
    movq %rax, %rsp
    restore_registers
    popq %rcx
    jmpq *%rcx
    .size \name, . - \name
    .endm

    meeting zed_rt_barrier, zed_meet_barrier, %rdx
    meeting zed_rt_lead, zed_meet_lead, %rsi
    meeting zed_rt_exchange, zed_meet_exchange, %r9

#elif defined(__aarch64__)

    .macro save_registers
    sub sp, sp, #176
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp x29, x30, [sp, #96]
    stp d8, d9, [sp, #112]
    stp d10, d11, [sp, #128]
    stp d12, d13, [sp, #144]
    stp d14, d15, [sp, #160]
    .endm

    .macro restore_registers
    ldr x0, [sp]
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp x29, x30, [sp, #96]
    ldp d8, d9, [sp, #112]
    ldp d10, d11, [sp, #128]
    ldp d12, d13, [sp, #144]
    ldp d14, d15, [sp, #160]
    add sp, sp, #176
    .endm

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

    /* name(...) asks meet(..., context) which context goes on; context is the argument behind
     * name's own. */
    .macro meeting name, meet, register
    .p2align 5
    .globl \name
    .hidden \name
    .type \name, %function
\name:
    save_registers
    mov \register, sp
    bl \meet
    mov sp, x0
    restore_registers
    br x30
    .size \name, . - \name
    .endm

    meeting zed_rt_barrier, zed_meet_barrier, x2
    meeting zed_rt_lead, zed_meet_lead, x1
    meeting zed_rt_exchange, zed_meet_exchange, x5

#else
#error "a context switch is written for x86-64 and aarch64 only"
#endif

    .section .note.GNU-stack, "", %progbits
