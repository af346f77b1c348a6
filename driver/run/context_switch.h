/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context switch: callee-saved registers go on the stack that is left, the stack pointer goes
 * where the caller says.  The floating-point control words stay as they are: all work-items of a
 * thread share them.
 */
#ifndef ZED_RUN_CONTEXT_SWITCH_H
#define ZED_RUN_CONTEXT_SWITCH_H

#include "engine/abi.h"

/* Leaves the running context in *save and goes on in the one that `to` holds. */
__attribute__((visibility("hidden"))) void zed_context_switch(void **save, void *to);

/* Leaves the running context in *save and calls entry(argument), which never returns, on the empty
 * stack that ends at `top` (a multiple of 16). */
__attribute__((visibility("hidden"))) void zed_context_start(void **save, void *top,
                                                             void (*entry)(void *), void *argument);

/*
 * zed_rt_barrier, zed_rt_lead and zed_rt_exchange are context switches as well: they save the
 * caller's context, ask the routines below which context goes on, the caller's own or another one, and jump into it.
 * Jump, and not return: a processor predicts that a return leads to where the latest call was, which is
 * the call of the item that is left; where items stop at more than one place of a kernel, that
 * would cost a wrong prediction at every switch.
 *
 * The first word at the caller's context is what zed_rt_exchange returns when the caller goes on.
 */
__attribute__((visibility("hidden"))) void *zed_meet_barrier(zed_item_t *item, uint32_t scope,
                                                             void *context);
__attribute__((visibility("hidden"))) void *zed_meet_lead(zed_item_t *item, void *context);
__attribute__((visibility("hidden"))) void *zed_meet_exchange(zed_item_t *item, uint32_t scope,
                                                              const void *value, uint32_t bytes,
                                                              void (*fold)(void *, uint32_t),
                                                              void *context);

#endif
