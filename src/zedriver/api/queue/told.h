/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What streams tell who looks for races (processor/kernel_races.h): who submits a command tells it, a command that
 * ends tells the event that it signals and its stream, and whoever waits for one of them learns.  Nobody looks,
 * mostly: then all of this is a load and a branch.
 */
#ifndef ZED_TOLD_H
#define ZED_TOLD_H

#include "command.h"
#include "processor/kernel_races.h"

#include <stdatomic.h>

/* Written by who listens: release, acquire.  NULL: nobody. */
extern _Atomic(const ishmemi_kernel_listener_t *) zed_told_who
    __attribute__((visibility("hidden")));

static inline const ishmemi_kernel_listener_t *zed_told_listener(void)
{
    return atomic_load_explicit(&zed_told_who, memory_order_acquire);
}

/* An ishmemi_listen_kernels_fn: of the streams and of the engine. */
void zed_told_listen(const ishmemi_kernel_listener_t *who);

/* The caller appends, and submits, these commands, linked by next. */
void zed_told_append(zed_command_t *first);
void zed_told_submit(zed_command_t *first);

/* The event has been found signalled. */
void zed_told_learn_event(const ishmemi_kernel_listener_t *who, zed_event_t *event);

static inline void zed_told_tell(void **known)
{
    const ishmemi_kernel_listener_t *who = zed_told_listener();
    if (who) {
        who->tells(known);
    }
}

static inline void zed_told_learn(void **known)
{
    const ishmemi_kernel_listener_t *who = zed_told_listener();
    if (who) {
        who->learns(known);
    }
}

#endif
