/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the machine does without the library: the limits with which figures are compared.  They are
 * measured in the same run and in the same place.
 */
#ifndef PERF_LIMIT_H
#define PERF_LIMIT_H

#include "perf.h"

/* The benchmark's limit in this job: between GPUs it is another one. */
perf_limit_t perf_limit_of(const perf_job_t *job, const perf_benchmark_t *benchmark);

/* The name of the limit, for the head of a column. */
const char *perf_limit_name(perf_limit_t limit);

/* The limit, or a line's way as a part of it, as a benchmark of its own.  It is measured sample
 * by sample, alternating with the other benchmark, because machines change their speed and a
 * line's way depends on the processors.  The same on all PEs.  NULL if the limit has to be
 * measured alone. */
const perf_benchmark_t *perf_limit_beside(const perf_job_t *job, const perf_benchmark_t *benchmark);

/* How many bytes the limit moves: what a link carries of the row's in a collective. */
size_t perf_limit_bytes(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes);

/* Seconds per operation; 0 if there is no limit.  beside: the time of the benchmark above; 0 if
 * that was NULL.  Only PE 0 calls this. */
double perf_limit_measure(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                          double beside);

#endif
