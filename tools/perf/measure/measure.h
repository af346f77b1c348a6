/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Timing.
 */
#ifndef PERF_MEASURE_H
#define PERF_MEASURE_H

#include "perf.h"

/* Seconds per operation. */
typedef struct perf_figures {
    double median;
    double least;
    double p99; /* 99 of 100 samples take no longer */
} perf_figures_t;

/* Carries out `count` operations of `bytes` bytes each, and completes them. */
typedef void (*perf_run_fn)(perf_job_t *job, size_t bytes, size_t count);

double perf_now(void);          /* seconds */
void perf_work(double seconds); /* keeps this processor busy */

/* Collective.  The figures are right on PE 0; those of overlaps are right on each PE that acts.
 * The pattern says which PEs carry out `run`.  After it all PEs call `rest` (NULL: none), which
 * ends when all have ended: a peer may have to carry out what the others have started. */
void perf_measure(perf_job_t *job, const perf_benchmark_t *benchmark, perf_run_fn run,
                  void (*rest)(void), size_t bytes, perf_figures_t *figures);
/* The same of the benchmark's `device` or `host`, with samples that alternate with those of `limit`,
 * of limit_bytes bytes, in *limit_figures, so that both run on the same processors. */
void perf_measure_beside(perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                         const perf_benchmark_t *limit, size_t limit_bytes, perf_figures_t *figures,
                         perf_figures_t *limit_figures);

/* Collective: PE 0's number. */
size_t perf_agree(const perf_job_t *job, size_t number);

/* How many operations of the benchmark are completed together: fewer of large ones. */
size_t perf_batch(const perf_benchmark_t *benchmark, size_t bytes);

/* The figures of samples in seconds.  Sorts the samples. */
perf_figures_t perf_figures_of(double *samples, size_t count);

#endif
