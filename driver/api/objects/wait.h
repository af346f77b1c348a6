/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the driver waits: it spins for a moment, then yields the processor for some tens of
 * microseconds, then sleeps on a futex.
 *
 * A zed_signal_t is one 32-bit word on which threads wait; for an event of an IPC pool, threads of
 * several processes.  A device may also set it (zed_signal_poll).
 *
 *   change                 made by                                       ordering
 *   RESET -> WAITED        a thread that is about to sleep on the word   acq_rel
 *   any -> DONE, FAILED    the thread that completes the work            acq_rel
 *   DONE, FAILED -> RESET  the owner's reset                             acq_rel
 *
 * Waiters read the word with acquire order.  The thread that completes the work finds out from the
 * old value whether a thread sleeps.  It does not touch the word again, because a waiter may free
 * it as soon as it sees the new value.  No wake-up is lost: a sleeper's word is WAITED, the kernel
 * compares it again before the thread sleeps, and a thread that replaces WAITED wakes all sleepers.
 */
#ifndef ZED_WAIT_H
#define ZED_WAIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define ZED_FOREVER UINT64_MAX

typedef enum zed_signal_state {
    ZED_SIGNAL_RESET,
    ZED_SIGNAL_WAITED,
    ZED_SIGNAL_DONE,
    ZED_SIGNAL_FAILED
} zed_signal_state_t;

typedef struct zed_signal {
    _Atomic uint32_t state;
} zed_signal_t;

/* `timeout` nanoseconds from now; ZED_FOREVER remains ZED_FOREVER. */
uint64_t zed_deadline(uint64_t timeout);

/* The spinning and yielding part of a wait: one turn per call; false when it is time to sleep. */
typedef struct zed_pause {
    uint32_t turns;
    uint64_t until;
} zed_pause_t;
bool zed_pause_turn(zed_pause_t *pause);

/* Returns when the word is no longer `expected`, after a wake-up, at the deadline, or
 * spuriously. */
void zed_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline, bool shared);
void zed_futex_wake(_Atomic uint32_t *word, bool shared);

static inline bool zed_signal_is_set(zed_signal_t *signal)
{
    return atomic_load_explicit(&signal->state, memory_order_acquire) >= ZED_SIGNAL_DONE;
}

void zed_signal_set(zed_signal_t *signal, zed_signal_state_t state, bool shared);
void zed_signal_reset(zed_signal_t *signal);
/* Called once, before the first wait: whether devices set signals themselves.  They wake no thread,
 * so waits then nap between two reads of the word. */
void zed_signal_poll(bool poll);

/* false if the deadline passes first. */
bool zed_signal_wait(zed_signal_t *signal, uint64_t deadline, bool shared);

#endif
