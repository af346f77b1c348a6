/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a thread does when all that it could run only polls: look again at once for a while, then
 * give the processor to others between looks.
 *
 * Nobody tells when a poll has succeeded, so there is no "since the wait began": the pattern is
 * steady, and its only memory is whether giving way found someone to give way to.
 */
#ifndef ZED_RUN_IDLE_H
#define ZED_RUN_IDLE_H

#include "util/relax.h"

#include <stdint.h>

/* A pause takes as long as several looks, and what is looked for may come in it.  One among so many
 * polls leaves its share to the core's other thread; where there is none, to whoever shares the
 * core unknown to the system.  Powers of two. */
#define ZED_POLLS_A_PAUSE_SHARED 4
#define ZED_POLLS_A_PAUSE_ALONE 1024

typedef struct zed_idle {
    uint32_t polls;  /* until the next yield */
    uint32_t budget; /* polls between yields; 0: not yet chosen */
    uint32_t pauses; /* where these bits of `polls` are 0; chosen with the budget */
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
