/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context switch: callee-saved registers go on the stack that is left, the stack pointer goes
 * where the caller says.  The floating-point control words stay as they are: all work-items of a
 * thread share them.
 */
#ifndef ZED_RUN_CONTEXT_H
#define ZED_RUN_CONTEXT_H

/* Leaves the running context in *save and goes on in the one that `to` holds. */
__attribute__((visibility("hidden"))) void zed_context_switch(void **save, void *to);

/* Leaves the running context in *save and calls entry(argument), which never returns, on the empty
 * stack that ends at `top` (a multiple of 16). */
__attribute__((visibility("hidden"))) void zed_context_start(void **save, void *top,
                                                             void (*entry)(void *), void *argument);

static inline void zed_cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory"); /* `yield` is a no-op on most cores */
#endif
}

#endif
