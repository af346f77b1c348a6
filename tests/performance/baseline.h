/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limits that measurements are compared with, taken on this machine in the same run, and the
 * clock and the median that both sides use.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>

double baseline_now(void); /* seconds */

/* Sorts the samples. */
double baseline_median(double *samples, size_t count);

/* Seconds of one memcpy, the median of several. */
double baseline_copy(void *destination, const void *source, size_t bytes);

/* Seconds from one thread's store to another thread's seeing it: two threads of this process,
 * pinned to two processors, spin on one cache line.  Negative: there are not two processors. */
double baseline_ping_pong(void);

/* Pins all threads of this process to the first (0) or second (1) of the processors that
 * baseline_ping_pong uses, so that two processes meet the same conditions; -1 gives them back all
 * processors that they had. */
void baseline_pin(int which);

#endif
