/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What streams report to a listener (ze_cpu_ext.h).  Submitting a command releases the command's
 * clock.  The end of a command releases the clocks of its event and of its stream.  A wait for one
 * of these acquires its clock.  There is rarely a listener, and then each report costs a load and a
 * branch.
 *
 * word                written by          read by        ordering
 * zed_listener_now    zed_listener_set    all threads    release, acquire
 */
#ifndef ZED_LISTENER_H
#define ZED_LISTENER_H

#include "command.h"
#include "ze_cpu_ext.h"

#include <stdatomic.h>

/* NULL: no listener. */
extern _Atomic(const ze_cpu_kernel_listener_t *) zed_listener_now
    __attribute__((visibility("hidden")));

static inline const ze_cpu_kernel_listener_t *zed_listener_get(void)
{
    return atomic_load_explicit(&zed_listener_now, memory_order_acquire);
}

/* A ze_cpu_pfn_set_kernel_listener_t, for the streams and the engine. */
void zed_listener_set(const ze_cpu_kernel_listener_t *listener);

/* The caller appends or submits these commands, which are linked by next. */
void zed_listener_append(zed_command_t *first);
void zed_listener_submit(zed_command_t *first);

/* The caller has found the event signalled. */
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
