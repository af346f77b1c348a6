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

#include "processor/relax.h"

#include <stdint.h>

/* A pause takes as long as several looks; one among so many polls leaves its share to another
 * hardware thread of the core and lets the next look come soon.  A power of two. */
#define ZED_POLLS_A_PAUSE 4

typedef struct zed_idle {
    uint32_t polls;              /* until the next yield */
    uint32_t budget;             /* polls between yields; 0: not yet chosen */
} zed_idle;

void zed_idle_yield(zed_idle *idle);

static inline void zed_idle_poll(zed_idle *idle)
{
    if (__builtin_expect(idle->polls != 0, 1)) {
        idle->polls--;
        if (idle->polls % ZED_POLLS_A_PAUSE == 0) {
            ishmemi_relax();
        }
        return;
    }
    zed_idle_yield(idle);
}

#endif
