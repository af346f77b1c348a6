/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses the lengths of naps.
 */
#include "idle.h"

#include "util/clock.h"
#include "util/relax.h"
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

/* For this long the thread yields between looks. */
#define YIELD_NS 500000
/* With the wake-up and a look, an answer takes at most 50 us. */
#define NAP_NS 40000
/* While other threads drive the transport they want the processors, and there may be no more
 * processors than PEs.  Each nap is twice as long as the one before, up to this, and half as long
 * after a look that found them gone.  It delays one request when they leave to compute. */
#define NAP_RESTING_NS 640000
/* For this long after a kernel's request there may be another one. */
#define REQUESTED_NS 10000000
/* After this much idle time naps must be cheap. */
#define IDLE_NS 100000000
/* The ratio of a nap's length to its cost in processor time. */
#define NAP_COSTS 60
#define NAP_LONGEST_NS 2000000
/* Where every source of work wakes the thread. */
#define NAP_RUNG_NS 20000000
/* The cost of a nap is the mean over this many. */
#define NAPS_MEASURED 32

/* Sleeps for at most ns. */
static void sleep_for(ishmemi_idle_t *idle, uint64_t ns)
{
    const int doorbell = idle->doorbell ? ishmemi_doorbell_rung(idle->doorbell) : -1;
    const bool can_wake = idle->asleep || ns > NAP_NS;
    const int wakeups = idle->wakeups && can_wake ? idle->wakeups->descriptor : -1;
    struct pollfd rung[] = {{.fd = doorbell, .events = POLLIN}, {.fd = wakeups, .events = POLLIN}};
    const struct timespec most = {.tv_nsec = (long)ns};
    if (ppoll(rung, sizeof rung / sizeof *rung, &most, NULL) > 0) {
        idle->woken = true;
    }
}

static void nap(ishmemi_idle_t *idle, uint64_t ns)
{
    if (idle->naps++ % NAPS_MEASURED == 0) {
        const uint64_t used = ishmemi_clock_read(CLOCK_THREAD_CPUTIME_ID);
        if (idle->naps > 1) {
            const uint64_t cheap = (used - idle->used) / NAPS_MEASURED * NAP_COSTS;
            idle->nap_ns = cheap < NAP_NS           ? NAP_NS
                           : cheap < NAP_LONGEST_NS ? cheap
                                                    : NAP_LONGEST_NS;
        }
        idle->used = used;
    }
    sleep_for(idle, ns);
}

void ishmemi_idle_begin(ishmemi_idle_t *idle, bool has_kernels, ishmemi_doorbell_t *doorbell,
                        const ishmemi_wakeups_t *wakeups)
{
    idle->doorbell = doorbell;
    idle->wakeups = wakeups;
    idle->all_ring = (!has_kernels || doorbell) && wakeups && wakeups->from_all;
    idle->slice = ishmemi_slice_get();
    if (idle->all_ring) {
        /* Nobody has rung yet, so nobody assumes that the thread is awake. */
        idle->looks = ISHMEMI_IDLE_EAGER_LOOKS;
        idle->since = ishmemi_clock_now() - IDLE_NS - 1;
    }
    prctl(PR_SET_TIMERSLACK, 1UL);
}

static void lie_down(ishmemi_idle_t *idle)
{
    ishmemi_slice_set(idle->slice, true);
    __atomic_store_n(&idle->asleep, true, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (idle->doorbell && !ishmemi_doorbell_arm(idle->doorbell)) {
        idle->doorbell = NULL;
        idle->all_ring = false;
    }
    const uint64_t before = idle->n_wakeups;
    ishmemi_idle_take_wakeups(idle);
    /* The work that a wake-up announced may not be visible yet, or another thread has already done
     * it. */
    idle->woken = idle->n_wakeups != before;
}

void ishmemi_idle_get_up(ishmemi_idle_t *idle)
{
    __atomic_store_n(&idle->asleep, false, __ATOMIC_RELAXED);
    ishmemi_slice_set(idle->slice, false);
    if (idle->doorbell) {
        ishmemi_doorbell_disarm(idle->doorbell);
    }
}

/* The length of a nap after a long idle time.  A thread that drives the transport in this thread's
 * place may stop at any moment, and it sends no wake-up then. */
static uint64_t long_nap(const ishmemi_idle_t *idle, bool rest)
{
    if (idle->all_ring && !rest) {
        return NAP_RUNG_NS;
    }
    return idle->nap_ns != 0 ? idle->nap_ns : NAP_NS;
}

void ishmemi_idle_take_wakeups(ishmemi_idle_t *idle)
{
    if (idle->wakeups) {
        idle->n_wakeups += idle->wakeups->take();
    }
}

void ishmemi_idle_yield(ishmemi_idle_t *idle)
{
    const unsigned looks = idle->looks;
    ishmemi_idle_end(idle);
    if (looks < ISHMEMI_IDLE_EAGER_LOOKS) {
        idle->looks = looks + 1;
        ishmemi_relax();
    } else {
        idle->looks = looks;
        sched_yield();
    }
}

void ishmemi_idle_note_request(ishmemi_idle_t *idle)
{
    idle->requested = ishmemi_clock_now();
}

static uint64_t short_nap(ishmemi_idle_t *idle, bool rest, uint64_t now)
{
    if (now - idle->requested < REQUESTED_NS) {
        return NAP_NS;
    }
    const uint64_t resting = idle->resting_ns < NAP_NS ? NAP_NS : idle->resting_ns;
    if (!rest) {
        idle->resting_ns = resting / 2;
        return NAP_NS;
    }
    idle->resting_ns = resting < NAP_RESTING_NS ? 2 * resting : resting;
    return resting;
}

void ishmemi_idle_wait(ishmemi_idle_t *idle, bool rest)
{
    if (idle->woken) {
        /* The work that the wake-up announced has not arrived yet. */
        ishmemi_idle_end(idle);
        ishmemi_idle_take_wakeups(idle);
    }
    if (!rest && idle->looks < ISHMEMI_IDLE_EAGER_LOOKS) {
        idle->looks++;
        ishmemi_relax();
        return;
    }
    const uint64_t now = ishmemi_clock_now();
    if (idle->since == 0) {
        idle->since = now;
        idle->naps = 0;
    }
    if (idle->rested && !rest) {
        /* The other threads have left.  This thread has not seen the requests that they served, but
         * the PEs that sent them assume that it stays awake for a while. */
        ishmemi_idle_end(idle);
        idle->looks = ISHMEMI_IDLE_EAGER_LOOKS;
        idle->since = now - YIELD_NS;
    }
    idle->rested = rest;
    const uint64_t idle_ns = now - idle->since;
    if (!rest && idle_ns < YIELD_NS) {
        sched_yield();
    } else if (idle_ns <= IDLE_NS) {
        nap(idle, short_nap(idle, rest, now));
    } else if (!idle->asleep) {
        /* The next look finds the work that came before. */
        lie_down(idle);
    } else {
        nap(idle, long_nap(idle, rest));
    }
}
