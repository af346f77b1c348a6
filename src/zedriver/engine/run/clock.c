/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock of the engine, read from the kernel's raw monotonic clock. */
#include "run/clock.h"

#include <time.h>

uint64_t zed_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (uint64_t)now.tv_sec * ZED_CLOCK_HZ + (uint64_t)now.tv_nsec;
}
