/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cheapest clock of the processor, in ticks of its own, for intervals that are measured often.
 * All processors of a machine count alike.  The length of a tick comes from reading both clocks
 * (ishmemi_clock_now) twice.
 */
#ifndef ISHMEMI_UTIL_TICKS_H
#define ISHMEMI_UTIL_TICKS_H

#include "clock.h"

static inline uint64_t ishmemi_ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return ishmemi_clock_now();
#endif
}

/* The readings of both clocks at one moment. */
typedef struct ishmemi_both_clocks {
    uint64_t ticks;
    uint64_t ns; /* ishmemi_clock_now */
} ishmemi_both_clocks_t;

/* The shortest of several readings, because another process may have had the processor between the
 * two clocks of a reading. */
static inline ishmemi_both_clocks_t ishmemi_both_clocks(void)
{
    ishmemi_both_clocks_t best = {0, 0};
    uint64_t shortest = UINT64_MAX;
    for (int i = 0; i < 16; i++) {
        const uint64_t before = ishmemi_ticks();
        const uint64_t ns = ishmemi_clock_now();
        const uint64_t took = ishmemi_ticks() - before;
        if (took < shortest) {
            shortest = took;
            best.ticks = before + took / 2;
            best.ns = ns;
        }
    }
    return best;
}

#endif
