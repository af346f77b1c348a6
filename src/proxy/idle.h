/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the proxy's thread waits when it finds nothing to do.  A device cannot wake it, so it polls.
 * While there was work a moment ago it looks without a pause, and yields between looks.  Then it
 * naps between looks, for no longer than an answer within 50 us allows.  After a long idle time all
 * naps together cost less than a fiftieth of a processor; their cost is measured, because on some
 * machines a short nap costs more than it lasts.
 *
 * Two things end those last naps early: the doorbell (doorbell.h), where kernels can ring one, and
 * wake-ups from other PEs.  Neither gets lost: the thread arms the doorbell, drains the wake-ups,
 * looks once more, then sleeps; a later wake-up ends that sleep.  The thread does not drain
 * wake-ups when it wakes, because the PE that sent one waits.  A thread of the program that leaves
 * work to a sleeping thread sends a wake-up itself; the sleeper stores `asleep` before its last
 * look.  A kernel on a device and a PE without a connection cannot wake the thread: it finds their
 * requests after the nap.  Where every source of work can wake it, naps are longer.
 *
 * word      written by      read by                  ordering
 * asleep    the thread      threads of the program   a full fence on each side: the thread stores,
 *                                                    fences, looks; the others leave work,
 *                                                    fence, load
 * the rest  the thread      the thread               plain
 */
#ifndef ISHMEMI_PROXY_IDLE_H
#define ISHMEMI_PROXY_IDLE_H

#include "doorbell.h"
#include "util/slice.h"
#include <stdbool.h>
#include <stdint.h>

/* Consecutive looks before the thread yields or naps. */
#define ISHMEMI_IDLE_EAGER_LOOKS 16

/* The wake-ups with which other PEs, and threads of this one, wake the thread. */
typedef struct ishmemi_wakeups {
    int descriptor;         /* to poll: readable while there are wake-ups */
    uint64_t (*take)(void); /* drains them; returns how many came since the last call */
    void (*send)(void);     /* sends one to this PE's own thread; for any thread */
    bool from_all;          /* every PE that needs service sends one */
} ishmemi_wakeups_t;

typedef struct ishmemi_idle {
    unsigned looks; /* eager looks since the last work */
    uint64_t since; /* ns of CLOCK_MONOTONIC: when idle time began; 0: not idle */
    uint64_t naps;
    uint64_t used;                /* ns of the thread's processor time at the last measurement */
    uint64_t nap_ns;              /* length of a cheap nap; 0: not measured yet */
    uint64_t resting_ns;          /* next nap while other threads drive the transport */
    uint64_t requested;           /* ns of CLOCK_MONOTONIC: when a kernel last made a request */
    bool rested;                  /* other threads drove it before the last look */
    ishmemi_doorbell_t *doorbell; /* NULL: none */
    const ishmemi_wakeups_t *wakeups; /* NULL: none */
    uint64_t n_wakeups;               /* wake-ups drained */
    bool all_ring;                    /* every source of work can wake the thread */
    ishmemi_slice_t slice;            /* the thread's while it is awake */
    bool asleep;                      /* asleep, or looking a last time before it sleeps */
    bool woken; /* woken up; the thread looks before it disarms, which is slow */
} ishmemi_idle_t;

/* idle: {0}.  The thread itself must call this first; it also makes the thread's naps end on time.
 * has_kernels: kernels may make requests.  doorbell, wakeups: may be NULL. */
void ishmemi_idle_begin(ishmemi_idle_t *idle, bool has_kernels, ishmemi_doorbell_t *doorbell,
                        const ishmemi_wakeups_t *wakeups);

/* For ishmemi_idle_end. */
void ishmemi_idle_get_up(ishmemi_idle_t *idle);

static inline void ishmemi_idle_end(ishmemi_idle_t *idle)
{
    idle->looks = 0;
    idle->since = 0;
    idle->woken = false;
    idle->rested = false;
    if (idle->asleep) {
        idle->looks = ISHMEMI_IDLE_EAGER_LOOKS;
        ishmemi_idle_get_up(idle);
    }
}

/* For any thread, after it left work: true if the proxy's thread may miss that work. */
static inline bool ishmemi_idle_is_asleep(const ishmemi_idle_t *idle)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n(&idle->asleep, __ATOMIC_RELAXED);
}

/* A look has found a kernel's request.  Only this thread serves kernels, so for a while it does not
 * rest long. */
void ishmemi_idle_note_request(ishmemi_idle_t *idle);

/* Between two looks while the transport needs polling: lets other threads run, never naps. */
void ishmemi_idle_yield(ishmemi_idle_t *idle);
/* Between two looks that found nothing.  rest: another thread needs the processor more. */
void ishmemi_idle_wait(ishmemi_idle_t *idle, bool rest);

/* Drains the wake-ups that have arrived. */
void ishmemi_idle_take_wakeups(ishmemi_idle_t *idle);

#endif
