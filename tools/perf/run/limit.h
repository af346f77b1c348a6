/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the machine does without the library: the limits that figures are compared with, measured in
 * the same run, where the measurement takes place.
 */
#ifndef PERF_LIMIT_H
#define PERF_LIMIT_H

#include "perf.h"

/* What the limit is, for a column's head. */
const char *perf_limit_name(perf_limit_t limit);

/* The limit, or a line's way as a part of it, as a benchmark of its own, to be measured sample by
 * sample in turns with the other, as machines change their speed and a line's way depends on the
 * processors; the same on all PEs.  NULL where the limit has to be measured alone. */
const perf_benchmark_t *perf_limit_beside(const perf_job_t *job, const perf_benchmark_t *benchmark);

/* Seconds an operation; 0 where there is no limit.  beside: what the above took; 0 where it was NULL.
 * Called by PE 0 alone. */
double perf_limit_measure(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                          double beside);

#endif
