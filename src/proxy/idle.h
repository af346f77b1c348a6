/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the proxy's thread does when it finds nothing to do.  A kernel cannot wake it, so it looks
 * again by itself: at once while there was work a moment ago, giving the processor away in between;
 * then after naps, which are as short as an answer within 50 us needs; and when there was nothing
 * for a long time, naps that together cost less than a fiftieth of a processor on this machine,
 * where a short nap may cost more than it lasts.  From those a bell (bell.h) wakes it, where kernels
 * can ring one.
 */
#ifndef ISHMEMI_PROXY_IDLE_H
#define ISHMEMI_PROXY_IDLE_H

#include "bell.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct ishmemi_idle {
    unsigned looks;              /* since something moved, until naps begin */
    uint64_t since;              /* ns of CLOCK_MONOTONIC, when it found nothing; 0: it did */
    uint64_t naps;
    uint64_t used;               /* ns of the thread's processor time, when the naps were counted */
    uint64_t nap_ns;             /* the cheap ones' length; 0: not known yet */
    ishmemi_bell_t *bell;        /* NULL: none */
} ishmemi_idle_t;

/* By the thread itself, before anything else: naps of this thread end when they are due. */
void ishmemi_idle_begin(ishmemi_idle_t *idle, ishmemi_bell_t *bell);

static inline void ishmemi_idle_end(ishmemi_idle_t *idle)
{
    idle->looks = 0;
    idle->since = 0;
    if (idle->bell && ishmemi_bell_is_armed(idle->bell)) {
        ishmemi_bell_disarm(idle->bell);
    }
}

/* Between two looks that found nothing.  rest: another thread needs the processor more.  place: where
 * the next request will lie. */
void ishmemi_idle_wait(ishmemi_idle_t *idle, bool rest, const void *place);

#endif
