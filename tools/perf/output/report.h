/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of figures: as a table, as JSON or as CSV.  Called by PE 0 alone.
 */
#ifndef PERF_REPORT_H
#define PERF_REPORT_H

#include "measure.h"
#include "perf.h"

typedef struct perf_row {
    const perf_benchmark_t *benchmark;
    size_t bytes;
    size_t count;          /* elements of the type */
    const char *operation; /* "" where there is none */
    perf_figures_t figures;
    double limit;               /* seconds; 0: there is none */
    double mpi;                 /* seconds; 0: not measured */
    double beside;              /* by another library (beside.h), seconds; 0: not measured */
    double rate;                /* operations a second, of all callers and both ways */
    double algorithm_bandwidth; /* bytes a second; 0: it moves none */
    double bus_bandwidth;
} perf_row_t;

typedef struct perf_report perf_report_t;

/* NULL without memory or a temporary file. */
perf_report_t *perf_report_open(const perf_job_t *job);
/* A benchmark's rows follow. */
void perf_report_begin(perf_report_t *report, const perf_benchmark_t *benchmark);
void perf_report_add(perf_report_t *report, const perf_row_t *row);
/* Everything is shown; false if the picture, say, could not be written, having said why. */
bool perf_report_close(perf_report_t *report);

#endif
