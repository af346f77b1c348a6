/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls of this PE's kernels, which they tell in device memory (shared/kernel_log.h).
 */
#ifndef ISHMEMI_KERNEL_LOG_H
#define ISHMEMI_KERNEL_LOG_H

#include "shared/kernel_log.h"

/* Stores for the state where kernels tell of their calls, or 0 if the environment does not ask for it.
 * 0, or -1 having said why. */
int ishmemi_kernel_log_open(uint64_t *log);
void ishmemi_kernel_log_close(void);

/* The watcher's look: the clock for kernels, and events into the trace. */
void ishmemi_kernel_log_look(void);

/* When kernels have ended: the events that are left go into the trace.  Returns how many had no room. */
uint64_t ishmemi_kernel_log_drain(void);
/* The same for counts: those of routines, and the bytes moved to and from each PE are added to
 * moved[2 * n_pes].  NULL: there are none; else to be freed. */
ishmemi_log_t *ishmemi_kernel_log_count(uint64_t *moved);

#endif
