/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units: microseconds, and 10^9 bytes a second.
 */
#include "report.h"

#include "limit.h"
#include "plot.h"
#include "progress.h"
#include "types.h"
#include <stdio.h>
#include <stdlib.h>

struct perf_report {
    const perf_job_t *job;
    perf_row_t *rows; /* kept for the picture */
    size_t count;
};

perf_report_t *perf_report_open(const perf_job_t *job)
{
    perf_report_t *const report = calloc(1, sizeof *report);
    if (report) {
        report->job = job;
        if (job->options->format == PERF_JSON) {
            puts("[");
        } else if (job->options->format == PERF_CSV) {
            puts("benchmark,side,path,scope,groups,items,pes,type,operation,size,count,latency_us,"
                 "min_us,p99_us,algbw_gbs,busbw_gbs,rate_mops,limit,limit_us,limit_ratio,mpi_us,"
                 "mpi_ratio");
        }
    }
    return report;
}

static const char *side_of(const perf_job_t *job)
{
    return job->options->device ? "device" : "host";
}

static const char *scope_of(const perf_job_t *job, const perf_row_t *row)
{
    return !job->options->device
               ? "host"
               : perf_scope_name(row->benchmark->by_item ? PERF_WORK_ITEM : job->options->scope);
}

static const char *path_of(const perf_job_t *job)
{
    return job->near ? "near" : "far";
}

void perf_report_begin(perf_report_t *report, const perf_benchmark_t *benchmark)
{
    const perf_job_t *const job = report->job;
    if (job->options->format != PERF_TABLE) {
        return;
    }
    printf("%s, %s, %s, %d PEs%s: %s\n", benchmark->name, side_of(job), path_of(job), job->n_pes,
           job->options->bidirectional && benchmark->pattern == PERF_ONE_WAY ? ", both directions"
                                                                             : "",
           benchmark->meaning);
    printf("%11s %9s %9s %12s %10s %10s %10s %10s", "size", "count", "type", "operation", "scope",
           "latency us", "min us", "p99 us");
    if (benchmark->counts_bytes) {
        printf(" %11s %11s", "algbw GB/s", "busbw GB/s");
    }
    if (job->options->message_rate) {
        printf(" %10s", "Mop/s");
    }
    if (benchmark->limit != PERF_LIMIT_NONE) {
        printf(" %10s %6s", perf_limit_name(benchmark->limit), "ratio");
    }
    if (job->options->compare_mpi) {
        printf(" %10s %6s", "MPI us", "ratio");
    }
    putchar('\n');
}

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

/* The library's rate over the limit's where that moves the bytes, else its time over the limit's
 * time: as such figures are given. */
static double limit_ratio(const perf_row_t *row)
{
    const perf_limit_t limit = row->benchmark->limit;
    if (limit == PERF_LIMIT_COPY || limit == PERF_LIMIT_MOVE || limit == PERF_LIMIT_APPEND) {
        return ratio(row->limit, row->figures.median);
    }
    return ratio(row->figures.median, row->limit);
}

static void print_table_row(const perf_job_t *job, const perf_row_t *row)
{
    printf("%11zu %9zu %9s %12s %10s %10.3f %10.3f %10.3f", row->bytes, row->count,
           job->options->type, row->operation, scope_of(job, row), row->figures.median * 1e6,
           row->figures.least * 1e6, row->figures.p99 * 1e6);
    if (row->benchmark->counts_bytes) {
        printf(" %11.3f %11.3f", row->algorithm_bandwidth * 1e-9, row->bus_bandwidth * 1e-9);
    }
    if (job->options->message_rate) {
        printf(" %10.3f", 1e-6 * row->rate);
    }
    if (row->limit > 0.0) {
        printf(" %10.3f %6.2f", row->limit * 1e6, limit_ratio(row));
    } else if (row->benchmark->limit != PERF_LIMIT_NONE) {
        printf(" %10s %6s", "-", "-");
    }
    if (row->mpi > 0.0) {
        printf(" %10.3f %6.2f", row->mpi * 1e6, ratio(row->figures.median, row->mpi));
    } else if (job->options->compare_mpi) {
        printf(" %10s %6s", "-", "-");
    }
    putchar('\n');
}

static void print_json_row(const perf_job_t *job, const perf_row_t *row, bool first)
{
    printf("%s  {\"benchmark\": \"%s\", \"side\": \"%s\", \"path\": \"%s\", \"scope\": \"%s\", "
           "\"groups\": %u, \"items\": %u, \"pes\": %d, \"type\": \"%s\", \"operation\": \"%s\", "
           "\"size\": %zu, \"count\": %zu, \"latency_us\": %.6g, \"min_us\": %.6g, "
           "\"p99_us\": %.6g, \"algbw_gbs\": %.6g, \"busbw_gbs\": %.6g, \"rate_mops\": %.6g, "
           "\"limit\": \"%s\", \"limit_us\": %.6g, \"limit_ratio\": %.6g, \"mpi_us\": %.6g, "
           "\"mpi_ratio\": %.6g}",
           first ? "" : ",\n", row->benchmark->name, side_of(job), path_of(job), scope_of(job, row),
           job->options->groups, job->options->items, job->n_pes, job->options->type,
           row->operation, row->bytes, row->count, row->figures.median * 1e6,
           row->figures.least * 1e6, row->figures.p99 * 1e6, row->algorithm_bandwidth * 1e-9,
           row->bus_bandwidth * 1e-9, 1e-6 * row->rate, perf_limit_name(row->benchmark->limit),
           row->limit * 1e6, limit_ratio(row), row->mpi * 1e6,
           ratio(row->figures.median, row->mpi));
}

static void print_csv_row(const perf_job_t *job, const perf_row_t *row)
{
    printf("%s,%s,%s,%s,%u,%u,%d,%s,%s,%zu,%zu,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,"
           "%.6g\n",
           row->benchmark->name, side_of(job), path_of(job), scope_of(job, row),
           job->options->groups, job->options->items, job->n_pes, job->options->type,
           row->operation, row->bytes, row->count, row->figures.median * 1e6,
           row->figures.least * 1e6, row->figures.p99 * 1e6, row->algorithm_bandwidth * 1e-9,
           row->bus_bandwidth * 1e-9, 1e-6 * row->rate, perf_limit_name(row->benchmark->limit),
           row->limit * 1e6, limit_ratio(row), row->mpi * 1e6,
           ratio(row->figures.median, row->mpi));
}

static void keep(perf_report_t *report, const perf_row_t *row)
{
    perf_row_t *const rows = realloc(report->rows, (report->count + 1) * sizeof *rows);
    if (!rows) {
        fputs("ishmem-perf: cannot allocate memory for the rows of the plot\n", stderr);
        ishmem_global_exit(EXIT_FAILURE);
    }
    report->rows = rows;
    report->rows[report->count++] = *row;
}

void perf_report_add(perf_report_t *report, const perf_row_t *row)
{
    tool_progress_clear();
    switch (report->job->options->format) {
    case PERF_JSON:
        print_json_row(report->job, row, report->count == 0);
        break;
    case PERF_CSV:
        print_csv_row(report->job, row);
        break;
    default:
        print_table_row(report->job, row);
        break;
    }
    fflush(stdout);
    keep(report, row);
}

bool perf_report_close(perf_report_t *report)
{
    tool_progress_clear();
    if (report->job->options->format == PERF_JSON) {
        puts("\n]");
    }
    const char *const plot = report->job->options->plot;
    const bool drawn = !plot || perf_plot_write(plot, report->rows, report->count);
    const bool written = fflush(stdout) == 0;
    free(report->rows);
    free(report);
    return drawn && written;
}
