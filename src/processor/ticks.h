/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cheapest clock of the processor, in ticks of its own, for intervals that are measured often.  All
 * processors of a machine count alike.  What a tick is worth, two looks at both clocks tell
 * (ishmemi_clock_now).
 */
#ifndef ISHMEMI_PROCESSOR_TICKS_H
#define ISHMEMI_PROCESSOR_TICKS_H

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

#endif
