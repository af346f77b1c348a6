/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine's clock: nanoseconds that never go back and that no clock daemon adjusts. */
#ifndef ZED_RUN_CLOCK_H
#define ZED_RUN_CLOCK_H

#include <stdint.h>

#define ZED_CLOCK_HZ UINT64_C(1000000000)

uint64_t zed_clock_now(void);

#endif
