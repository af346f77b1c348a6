/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The context switch: it pushes the callee-saved registers on the current stack and moves the stack
 * pointer to the caller's target.  The floating-point control words do not change: all work-items
 * of a thread share them.
 */
#ifndef ZED_RUN_CONTEXT_SWITCH_H
#define ZED_RUN_CONTEXT_SWITCH_H

#include "engine/abi.h"

/* Saves the current context in *save and continues in the context `to`. */
__attribute__((visibility("hidden"))) void zed_context_switch(void **save, void *to);

/* Saves the current context in *save and calls entry(argument), which never returns, on the empty
 * stack that ends at `top` (a multiple of 16). */
__attribute__((visibility("hidden"))) void zed_context_start(void **save, void *top,
                                                             void (*entry)(void *), void *argument);

/*
 * zed_rt_barrier, zed_rt_lead and zed_rt_exchange switch contexts too.  They save the caller's
 * context, ask the routines below which context continues, the caller's own or another one, and
 * jump into it.  They jump instead of returning, because a processor predicts that a return leads
 * to the latest call, which is that of the item that stops.  If items stopped at several places of
 * a kernel, each switch would cost a wrong prediction.
 *
 * The first word at the caller's context is what zed_rt_exchange returns when the caller continues.
 */
__attribute__((visibility("hidden"))) void *zed_meet_barrier(zed_item_t *item, uint32_t scope,
                                                             void *context);
__attribute__((visibility("hidden"))) void *zed_meet_lead(zed_item_t *item, void *context);
__attribute__((visibility("hidden"))) void *zed_meet_exchange(zed_item_t *item, uint32_t scope,
                                                              const void *value, uint32_t bytes,
                                                              void (*fold)(void *, uint32_t),
                                                              void *context);

#endif
