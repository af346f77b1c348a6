/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels do, if the driver reports it.  A kernel's accesses and calls belong to the timeline
 * (clocks.h) of its command list, at the time when they happen.  The work-items of the list's
 * kernels count as one agent.
 */
#ifndef ISHMEMI_RACES_LISTEN_H
#define ISHMEMI_RACES_LISTEN_H

#include <stdbool.h>

void ishmemi_race_kernels_open(void);
void ishmemi_race_kernels_close(void);

/* Whether the driver reports what kernels do. */
bool ishmemi_race_kernels_are_reported(void);

#endif
