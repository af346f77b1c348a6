/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock of the engine, read from the kernel's raw monotonic clock. */
#include "machine/clock.h"

#include "util/clock.h"

uint64_t zed_clock_now(void)
{
    return ishmemi_clock_read(CLOCK_MONOTONIC_RAW);
}
