/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lengths of naps.
 */
#include "idle.h"

#include "processor/clock.h"
#include "processor/relax.h"
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

/* Looks in a row, then looks between which others may run. */
#define EAGER_LOOKS 64
#define YIELD_NS 500000
/* With waking up and looking within 50 us. */
#define NAP_NS 40000
/* From here on naps must be cheap. */
#define IDLE_NS 100000000
/* A nap's length over what it costs. */
#define NAP_COSTS 60
#define NAP_LONGEST_NS 2000000
/* Naps from which the cost of one is found. */
#define NAPS_MEASURED 32

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
    if (!idle->bell || !ishmemi_bell_is_armed(idle->bell)) {
        nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
    } else if (ishmemi_bell_wait(idle->bell, ns)) {
        ishmemi_idle_end(idle);
    }
}

void ishmemi_idle_begin(ishmemi_idle_t *idle, ishmemi_bell_t *bell)
{
    *idle = (ishmemi_idle_t){.bell = bell};
    prctl(PR_SET_TIMERSLACK, 1UL);
}

void ishmemi_idle_wait(ishmemi_idle_t *idle, bool rest, const void *place)
{
    if (!rest && idle->looks < EAGER_LOOKS) {
        idle->looks++;
        ishmemi_relax();
        return;
    }
    const uint64_t now = ishmemi_clock_now();
    if (idle->since == 0) {
        idle->since = now;
        idle->naps = 0;
    }
    const uint64_t idle_ns = now - idle->since;
    if (!rest && idle_ns < YIELD_NS) {
        sched_yield();
    } else if (idle_ns > IDLE_NS && idle->bell && !ishmemi_bell_is_armed(idle->bell)) {
        /* What was stored before it was armed is found by one look more. */
        if (!ishmemi_bell_arm(idle->bell, place)) {
            idle->bell = NULL;
        }
    } else {
        nap(idle, idle_ns > IDLE_NS && idle->nap_ns != 0 ? idle->nap_ns : NAP_NS);
    }
}
