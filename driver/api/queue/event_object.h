/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events, and the pools that hold their state.  A slot's signal follows wait.h.  The thread that
 * runs the command writes the slot's times before it sets the signal; a thread reads them after it
 * has seen the signal set.
 *
 * A counter-based event has no state that is set or reset.  It stands for the last command
 * submitted to signal it: it is signalled when that command's stream has reached the command's
 * point, or when no such command exists yet.  A wait keeps the point of the moment when it is
 * submitted, whatever the event is used for afterwards.
 */
#ifndef ZED_EVENT_OBJECT_H
#define ZED_EVENT_OBJECT_H

#include "engine/engine.h"
#include "error.h"
#include "object.h"
#include "point.h"
#include "wait.h"

/* When a command began and ended. */
typedef struct zed_event_times {
    uint64_t start;
    uint64_t end;
} zed_event_times_t;

typedef struct zed_event_slot {
    _Alignas(64) zed_signal_t signal;
    zed_event_times_t device; /* on the engine's clock */
    zed_event_times_t host;   /* on the host's clock, if the event maps its times */
} zed_event_slot_t;

typedef struct zed_event_pool {
    zed_object_t object;
    struct zed_context *context;
    ze_event_pool_flags_t flags;
    uint32_t count;
    bool opened;          /* through an IPC handle */
    bool counts;          /* its events are counter-based */
    zed_memory_t *memory; /* NULL: the slots are in ordinary memory */
    void *storage;        /* the pool's header, then the slots */
    zed_event_slot_t *slots;
} zed_event_pool_t;

typedef struct zed_event {
    zed_object_t object;
    zed_event_pool_t *pool; /* NULL: counter-based, with its own slot and context */
    struct zed_context *context;
    zed_event_slot_t *slot;
    bool shared; /* with other processes */
    bool timed;  /* keeps kernel timestamps */
    bool mapped; /* also keeps them on the host's clock */
    bool counts; /* counter-based */
    uint32_t counter_flags;
    ze_event_scope_flags_t signal_scope;
    ze_event_scope_flags_t wait_scope;
    /* The command that signals the event: see point.h.  Written by the submitting thread, read by
     * waiting threads.  A hint, so relaxed; but for a counter-based event it is the whole state, so
     * the writer releases and readers acquire. */
    _Atomic uint64_t point;
    /* A command that should have signalled this counter-based event failed.  The thread that
     * submits the next one clears it.  The thread that runs the command sets it before the command
     * counts as completed. */
    _Atomic bool has_failed;
    /* Bit 0: the device has a command that sets the event, and no later one that resets it.  The
     * other bits count resets, so that a promise that a reset has overtaken is not kept: before the
     * thread that handed the command over continues, the device may set the event, and the host may
     * see and reset it.  Written by threads that hand commands over and by the host's reset, read
     * before a wait is handed over. */
    _Atomic uint32_t promise;
    void *clock; /* listener.h */
} zed_event_t;

static inline bool zed_event_is_promised(zed_event_t *event)
{
    return (atomic_load_explicit(&event->promise, memory_order_acquire) & 1) != 0;
}

/* Called before the device gets the command.  The result goes to zed_event_keep_promise. */
static inline uint32_t zed_event_begin_promise(zed_event_t *event)
{
    return atomic_load_explicit(&event->promise, memory_order_acquire);
}

/* The device has the command. */
static inline void zed_event_keep_promise(zed_event_t *event, uint32_t begun)
{
    atomic_compare_exchange_strong_explicit(&event->promise, &begun, begun | 1,
                                            memory_order_release, memory_order_relaxed);
}

static inline void zed_event_break_promise(zed_event_t *event)
{
    uint32_t old = atomic_load_explicit(&event->promise, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&event->promise, &old, (old | 1) + 1,
                                                  memory_order_release, memory_order_relaxed)) {
    }
}

/* The commands submitted as `point` will signal the event. */
static inline void zed_event_promise(zed_event_t *event, uint64_t point)
{
    if (event->counts) {
        atomic_store_explicit(&event->has_failed, false, memory_order_relaxed);
        atomic_store_explicit(&event->point, point, memory_order_release);
    } else {
        atomic_store_explicit(&event->point, point, memory_order_relaxed);
    }
}

/* What a wait submitted now waits for: the point if the event is counter-based, else 0. */
static inline uint64_t zed_event_target(zed_event_t *event)
{
    return event->counts ? atomic_load_explicit(&event->point, memory_order_acquire) : 0;
}

/* Whether the event is signalled now. */
static inline bool zed_event_is_set(zed_event_t *event)
{
    return event->counts ? zed_point_has_ended(zed_event_target(event))
                         : zed_signal_is_set(&event->slot->signal);
}

/* Success for a live event that the host or a list may set or reset. */
static inline ze_result_t zed_event_check_settable(ze_event_handle_t event_handle)
{
    ze_result_t result = zed_object_check(event_handle, ZED_KIND_EVENT);
    if (result == ZE_RESULT_SUCCESS && ((zed_event_t *)event_handle)->counts) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "a counter-based event is neither reset nor signalled by the host");
    }
    return result;
}

/* The same clock gives the global and the context time. */
static inline ze_kernel_timestamp_result_t zed_event_result(const zed_event_times_t *times)
{
    const ze_kernel_timestamp_data_t data = {.kernelStart = times->start, .kernelEnd = times->end};
    return (ze_kernel_timestamp_result_t){.global = data, .context = data};
}

#endif
