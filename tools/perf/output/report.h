/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints rows of figures as a table, as JSON or as CSV.  Only PE 0 calls these functions.
 */
#ifndef PERF_REPORT_H
#define PERF_REPORT_H

#include "measure.h"
#include "perf.h"

typedef struct perf_row {
    const perf_benchmark_t *benchmark;
    size_t bytes;
    size_t count;          /* elements of the type */
    const char *operation; /* "" if there is none */
    perf_figures_t figures;
    double limit;               /* seconds; 0: there is none */
    double mpi;                 /* seconds; 0: not measured */
    double beside;              /* by another library (beside.h), seconds; 0: not measured */
    double rate;                /* operations per second, of all callers and both directions */
    double algorithm_bandwidth; /* bytes per second; 0: it moves none */
    double bus_bandwidth;
} perf_row_t;

typedef struct perf_report perf_report_t;

/* NULL without memory or a temporary file. */
perf_report_t *perf_report_open(const perf_job_t *job);
/* A benchmark's rows follow. */
void perf_report_begin(perf_report_t *report, const perf_benchmark_t *benchmark);
void perf_report_add(perf_report_t *report, const perf_row_t *row);
/* Shows everything.  Returns false after a message if, for example, the picture could not be
 * written. */
bool perf_report_close(perf_report_t *report);

#endif
