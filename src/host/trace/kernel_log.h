/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls of this PE's kernels, which they log in device memory (shared/kernel_log.h).
 */
#ifndef ISHMEMI_KERNEL_LOG_H
#define ISHMEMI_KERNEL_LOG_H

#include "shared/kernel_log.h"

/* Stores in *log, for the state, where kernels log their calls, or 0 if the environment does not
 * ask for it.  0, or -1 after an error message. */
int ishmemi_kernel_log_open(uint64_t *log);
void ishmemi_kernel_log_close(void);

/* Called by the watcher: updates the clock for kernels, and moves events into the trace. */
void ishmemi_kernel_log_look(void);

/* When kernels have ended: moves the remaining events into the trace.  Returns how many events were
 * lost for lack of room. */
uint64_t ishmemi_kernel_log_drain(void);
/* The same for counts: returns those of routines, and adds the bytes moved to and from each PE to
 * moved[2 * n_pes].  NULL: no counts.  The caller frees the result. */
ishmemi_log_t *ishmemi_kernel_log_count(uint64_t *moved);

#endif
