/* SPDX-License-Identifier: BSD-3-Clause */
/* Delay injection: one call in eight waits for a random time, evenly distributed up to the
 * longest. */
#include "machine/delay.h"
#include "machine/clock.h"
#include "machine/settings.h"

#include <sched.h>
#include <stdint.h>

uint64_t zed_delay_longest_ns;

static _Thread_local uint64_t state;

void zed_delay_start(void)
{
    zed_delay_longest_ns = zed_settings_get()->delay_ns;
}

void zed_delay_wait(void)
{
    const uint64_t start = zed_clock_now();
    if (state == 0) {
        state = (start ^ (uint64_t)(uintptr_t)&state) | 1;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if ((state & 7) != 0) {
        return;
    }
    const uint64_t length = (state >> 8) % (zed_delay_longest_ns + 1);
    while (zed_clock_now() - start < length) {
        sched_yield();
    }
}
