/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where work-items meet (abi.h): saves the item's context, and the scheduler chooses the one that
 * continues.
 */
#include "run/context_registers.h"

#if defined(__x86_64__)

    /* name(...) calls meet(..., context), which returns the context that continues.  context is the
     * argument after name's own. */
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

#else

    /* name(...) calls meet(..., context), which returns the context that continues.  context is the
     * argument after name's own. */
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

#endif

    .section .note.GNU-stack, "", %progbits
