/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels report of their calls, for ISHMEM_STATS and ISHMEM_TRACE: part of the device ABI
 * (state.h).  A state whose `log` is not 0 has the address of one of these, in this PE's device
 * memory.
 *
 * word              written by                           read by            ordering
 * now               the host's watcher                   kernels            relaxed
 * routine.key       the first work-item that calls the   kernels            swaps 0 for the key, relaxed;
 *                   routine                                                 plain loads of a constant
 * routine.name      the same                             the host           before is_named
 * routine.is_named  the same: 1 after the name           the host           store release, load acquire
 * counts, moved     work-items                           the host, when     relaxed adds
 *                                                        kernels have ended
 * next              work-items: the next event's number  kernels            swaps, relaxed
 * taken             the host: events that it has taken   kernels            store release, load acquire
 * event.turn        the work-item that has the number t: the host           store release, load acquire
 *                   t + 1, after the event's other
 *                   fields
 * lost              work-items: events without a slot    the host, when     relaxed adds
 *                                                        kernels have ended
 */
#ifndef ISHMEM_KERNEL_LOG_H
#define ISHMEM_KERNEL_LOG_H

#include "state.h"

/* Powers of two.  The last routine stands for those that have no slot. */
#define ISHMEMI_LOG_ROUTINES 128
#define ISHMEMI_LOG_EVENTS 32768

typedef struct ishmemi_log_routine {
    uint64_t key; /* the address of the name in the kernels' module; 0: free */
    uint64_t is_named;
    uint64_t calls;
    uint64_t bytes;
    uint64_t ticks;
    uint64_t waited;
    char name[80]; /* ended by 0 */
} ishmemi_log_routine_t;

typedef struct ishmemi_log_event {
    uint64_t turn;
    uint64_t began; /* ticks of the host's clock */
    uint64_t ended;
    uint64_t bytes;
    uint64_t object; /* the word of `effect`, by this PE's address */
    uint64_t value;
    int32_t pe;
    uint32_t routine;
    uint32_t kind;   /* ishmemi_observe_kind_t of the host */
    uint32_t effect; /* ishmemi_observe_effect_t */
} ishmemi_log_event_t;

typedef struct ishmemi_log {
    uint64_t now;      /* the host's ticks a moment ago, for devices without its clock */
    uint64_t n_events; /* room for events: 0, or ISHMEMI_LOG_EVENTS */
    uint64_t events;   /* ishmemi_log_event_t[n_events] */
    uint64_t moved;    /* uint64_t[2 * n_pes]: bytes to each PE, then from each */
    uint64_t n_pes;
    uint64_t pad[3];
    ishmemi_counter_t next;
    ishmemi_counter_t taken;
    ishmemi_counter_t lost;
    ishmemi_log_routine_t routines[ISHMEMI_LOG_ROUTINES];
} ishmemi_log_t;

#endif
