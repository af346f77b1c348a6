/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events and the pools that hold their state.  A slot's signal follows wait.h.  Its times
 * are written before the signal is set, by the thread that runs the command, and are read
 * by whoever has seen it set.
 */
#ifndef ZED_EVENT_H
#define ZED_EVENT_H

#include "object.h"
#include "wait.h"
#include "zedriver/engine/engine.h"

/* When a command began and ended. */
typedef struct zed_event_times {
    uint64_t start;
    uint64_t end;
} zed_event_times_t;

typedef struct zed_event_slot {
    _Alignas(64) zed_signal_t signal;
    zed_event_times_t device; /* by the engine's clock */
    zed_event_times_t host;   /* by the host's, if the event maps its times */
} zed_event_slot_t;

typedef struct zed_event_pool {
    zed_object_t object;
    struct zed_context *context;
    ze_event_pool_flags_t flags;
    uint32_t count;
    bool opened;          /* by an IPC handle */
    zed_memory_t *memory; /* NULL: the slots are ordinary memory */
    void *storage;        /* pool header, then slots */
    zed_event_slot_t *slots;
} zed_event_pool_t;

typedef struct zed_event {
    zed_object_t object;
    zed_event_pool_t *pool;
    zed_event_slot_t *slot;
    bool shared; /* with other processes */
    bool timed;  /* keeps kernel timestamps */
    bool mapped; /* keeps them in the host's time, too */
    ze_event_scope_flags_t signal_scope;
    ze_event_scope_flags_t wait_scope;
    /* Which command of which stream signals it; see stream.h.  Written by the appending thread,
     * read by waiting threads; a hint, so relaxed. */
    _Atomic uint64_t ticket;
    /* Whether the device has got a command that sets it, and none that resets it since.  Written by
     * whoever hands commands over and by the host's reset, read before a wait is handed over. */
    _Atomic bool is_promised;
} zed_event_t;

/* One clock serves as global and as context time. */
static inline ze_kernel_timestamp_result_t zed_event_result(const zed_event_times_t *times)
{
    const ze_kernel_timestamp_data_t data = {.kernelStart = times->start, .kernelEnd = times->end};
    return (ze_kernel_timestamp_result_t){.global = data, .context = data};
}

#endif
