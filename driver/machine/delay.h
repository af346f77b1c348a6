/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Delay injection for tests: with ZECPU_DELAY set, calls of zed_delay() stop for a short random
 * time, which produces orders that the processor alone would never show.
 */
#ifndef ZED_RUN_DELAY_H
#define ZED_RUN_DELAY_H

#include <stdint.h>

/* Written once, when the engine starts, before it has any other thread; 0: off. */
extern uint64_t zed_delay_longest_ns;

void zed_delay_start(void);
void zed_delay_wait(void);

static inline void zed_delay(void)
{
    if (__builtin_expect(zed_delay_longest_ns != 0, 0)) {
        zed_delay_wait();
    }
}

#endif
