/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The system's clocks, in nanoseconds.
 */
#ifndef ISHMEMI_UTIL_CLOCK_H
#define ISHMEMI_UTIL_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t ishmemi_clock_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The time of CLOCK_MONOTONIC, which all deadlines use. */
static inline uint64_t ishmemi_clock_now(void)
{
    return ishmemi_clock_read(CLOCK_MONOTONIC);
}

#endif
