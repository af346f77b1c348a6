/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How context_switch.S and meet.S save a context.  A saved context is a stack pointer.  From there,
 * the stack holds a slot for what a routine of meet.S returns, the callee-saved registers, and the
 * address at which to continue.
 */
#ifndef ZED_RUN_CONTEXT_REGISTERS_H
#define ZED_RUN_CONTEXT_REGISTERS_H

/* clang-format off */
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

#else
#error "a context switch is written for x86-64 and aarch64 only"
#endif

#endif
