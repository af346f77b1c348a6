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

/* A cache line's way between the pair, one way, by its own loads and stores. */
extern const perf_benchmark_t perf_line;

/* Seconds an operation of the benchmark's limit; 0 where there is none.  Called by PE 0 alone. */
double perf_limit_measure(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes);

#endif
