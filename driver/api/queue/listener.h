/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What streams report to a listener (ze_cpu_ext.h).  Submitting a command releases the command's clock, and the end of
 * a command those of its event and of its stream; a wait for one of them acquires its clock.  Mostly there is no
 * listener, and all of this is a load and a branch.
 */
#ifndef ZED_LISTENER_H
#define ZED_LISTENER_H

#include "command.h"
#include "ze_cpu_ext.h"

#include <stdatomic.h>

/* Written by zed_listener_set, read by all threads: release, acquire.  NULL: there is none. */
extern _Atomic(const ze_cpu_kernel_listener_t *) zed_listener_now
    __attribute__((visibility("hidden")));

static inline const ze_cpu_kernel_listener_t *zed_listener_get(void)
{
    return atomic_load_explicit(&zed_listener_now, memory_order_acquire);
}

/* A ze_cpu_pfn_set_kernel_listener_t, of the streams and of the engine. */
void zed_listener_set(const ze_cpu_kernel_listener_t *listener);

/* The caller appends, and submits, these commands, linked by next. */
void zed_listener_append(zed_command_t *first);
void zed_listener_submit(zed_command_t *first);

/* The event has been found signalled. */
void zed_listener_acquire_event(const ze_cpu_kernel_listener_t *listener, zed_event_t *event);

static inline void zed_listener_release(void **clock)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    if (listener) {
        listener->release(clock);
    }
}

static inline void zed_listener_acquire(void **clock)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    if (listener) {
        listener->acquire(clock);
    }
}

#endif
