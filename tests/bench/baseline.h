/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The clock and the median of the benchmarks.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>

double baseline_now(void); /* seconds */

/* Sorts the samples. */
double baseline_median(double *samples, size_t count);

#endif
