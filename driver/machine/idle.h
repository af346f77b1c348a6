/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a thread does when everything that it could run only polls: it polls again at once for a
 * while, then yields the processor between polls.
 *
 * Nothing reports when a poll has succeeded, so there is no "since the wait began".  The pattern is
 * constant, and its only state is whether another thread ran during the last yield.
 */
#ifndef ZED_RUN_IDLE_H
#define ZED_RUN_IDLE_H

#include "util/relax.h"

#include <stdint.h>

/* A pause takes as long as several polls, and the awaited value may arrive meanwhile.  With one
 * pause per this many polls, the other thread of the core gets its share; if there is none, so does
 * whatever shares the core unknown to the system.  Powers of two. */
#define ZED_POLLS_A_PAUSE_SHARED 4
#define ZED_POLLS_A_PAUSE_ALONE 1024

typedef struct zed_idle {
    uint32_t polls;  /* until the next yield */
    uint32_t budget; /* polls between yields; 0: not chosen yet */
    uint32_t pauses; /* pause if these bits of `polls` are 0; chosen with the budget */
} zed_idle_t;

void zed_idle_yield(zed_idle_t *idle);

static inline void zed_idle_poll(zed_idle_t *idle)
{
    if (__builtin_expect(idle->polls != 0, 1)) {
        idle->polls--;
        if ((idle->polls & idle->pauses) == 0) {
            ishmemi_relax();
        }
        return;
    }
    zed_idle_yield(idle);
}

#endif
