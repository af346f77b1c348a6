/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Delay injection for tests: with ZECPU_DELAY set, places that call zed_delay() stop for a random
 * short time, so that orders which the processor alone would never show come up.
 */
#ifndef ZED_RUN_DELAY_H
#define ZED_RUN_DELAY_H

#include <stdint.h>

/* Written once, when the engine starts, before any other thread of it exists; 0 means off. */
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
