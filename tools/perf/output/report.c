/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Units: microseconds, and 10^9 bytes per second.
 */
#include "report.h"

#include "beside.h"
#include "limit.h"
#include "machine.h"
#include "plot.h"
#include "progress.h"
#include "types.h"
#include "util/decimal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct perf_report {
    const perf_job_t *job;
    FILE *plot; /* rows for the picture, or NULL */
    size_t count;
};

static void print_csv_head(FILE *out)
{
    fputs("benchmark,side,path,scope,groups,items,pes,type,operation,size,count,latency_us,"
          "min_us,p99_us,algbw_gbs,busbw_gbs,rate_mops,limit,limit_us,limit_ratio,mpi_us,"
          "mpi_ratio,beside,beside_us,beside_ratio\n",
          out);
}

perf_report_t *perf_report_open(const perf_job_t *job)
{
    perf_report_t *const report = calloc(1, sizeof *report);
    if (!report) {
        return NULL;
    }
    report->job = job;
    report->plot = job->options->plot ? tmpfile() : NULL;
    if (job->options->plot && !report->plot) {
        perror("ishmem-perf: --plot: the rows' temporary file");
        free(report);
        return NULL;
    }
    if (report->plot) {
        print_csv_head(report->plot);
    }
    if (job->options->format == PERF_JSON) {
        perf_machine_print(job);
        fputs("  \"rows\": [\n", stdout);
    } else if (job->options->format == PERF_CSV) {
        print_csv_head(stdout);
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
        printf(" %10s %6s", perf_limit_name(perf_limit_of(job, benchmark)), "ratio");
    }
    if (job->options->compare_mpi) {
        printf(" %10s %6s", "MPI us", "ratio");
    }
    if (perf_beside) {
        printf(" %7s us %6s", perf_beside->name, "ratio");
    }
    putchar('\n');
}

/* Prints with three significant digits, and without an exponent. */
static const char *digits(double value, char text[ISHMEMI_DECIMAL_BYTES])
{
    int decimals = 2;
    for (double limit = 10.0; value >= limit && decimals > 0; limit *= 10.0) {
        decimals--;
    }
    for (double limit = 1.0; value > 0.0 && value < limit && decimals < 9; limit /= 10.0) {
        decimals++;
    }
    double unit = 1.0;
    while (value >= 1000.0 * unit) {
        unit *= 10.0;
    }
    return ishmemi_decimal(text, unit > 1.0 ? round(value / unit) * unit : value, decimals);
}

static void print_number(int width, double value)
{
    char text[ISHMEMI_DECIMAL_BYTES];
    printf(" %*s", width, digits(value, text));
}

/* "-" if there is none. */
static void print_pair(double value, double part)
{
    if (value > 0.0) {
        print_number(10, value);
        print_number(6, part);
    } else {
        printf(" %10s %6s", "-", "-");
    }
}

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

/* The library's rate divided by the limit's if the limit moves the bytes; otherwise the library's
 * time divided by the limit's time.  This is how such figures are usually given. */
static double limit_ratio(const perf_job_t *job, const perf_row_t *row)
{
    switch (perf_limit_of(job, row->benchmark)) {
    case PERF_LIMIT_COPY:
    case PERF_LIMIT_MOVE:
    case PERF_LIMIT_APPEND:
    case PERF_LIMIT_LINK:
        return ratio(row->limit, row->figures.median);
    default:
        return ratio(row->figures.median, row->limit);
    }
}

static const char *limit_name(const perf_job_t *job, const perf_row_t *row)
{
    return perf_limit_name(perf_limit_of(job, row->benchmark));
}

static void print_table_row(const perf_job_t *job, const perf_row_t *row)
{
    printf("%11zu %9zu %9s %12s %10s", row->bytes, row->count, job->options->type, row->operation,
           scope_of(job, row));
    print_number(10, row->figures.median * 1e6);
    print_number(10, row->figures.least * 1e6);
    print_number(10, row->figures.p99 * 1e6);
    if (row->benchmark->counts_bytes) {
        print_number(11, row->algorithm_bandwidth * 1e-9);
        print_number(11, row->bus_bandwidth * 1e-9);
    }
    if (job->options->message_rate) {
        print_number(10, 1e-6 * row->rate);
    }
    if (row->benchmark->limit != PERF_LIMIT_NONE) {
        print_pair(row->limit * 1e6, limit_ratio(job, row));
    }
    if (job->options->compare_mpi) {
        print_pair(row->mpi * 1e6, ratio(row->figures.median, row->mpi));
    }
    if (perf_beside) {
        print_pair(row->beside * 1e6, ratio(row->figures.median, row->beside));
    }
    putchar('\n');
}

static const char *beside_name(void)
{
    return perf_beside ? perf_beside->name : "";
}

#define FIGURE(VALUE) ISHMEMI_SIGNIFICANT(VALUE, 6)

static void print_json_row(const perf_job_t *job, const perf_row_t *row, bool first)
{
    printf("%s    {\"benchmark\": \"%s\", \"side\": \"%s\", \"path\": \"%s\", \"scope\": \"%s\", "
           "\"groups\": %u, \"items\": %u, \"pes\": %d, \"type\": \"%s\", \"operation\": \"%s\", "
           "\"size\": %zu, \"count\": %zu, \"latency_us\": %s, \"min_us\": %s, "
           "\"p99_us\": %s, \"algbw_gbs\": %s, \"busbw_gbs\": %s, \"rate_mops\": %s, "
           "\"limit\": \"%s\", \"limit_us\": %s, \"limit_ratio\": %s, \"mpi_us\": %s, "
           "\"mpi_ratio\": %s, \"beside\": \"%s\", \"beside_us\": %s, \"beside_ratio\": %s}",
           first ? "" : ",\n", row->benchmark->name, side_of(job), path_of(job), scope_of(job, row),
           job->options->groups, job->options->items, job->n_pes, job->options->type,
           row->operation, row->bytes, row->count, FIGURE(row->figures.median * 1e6),
           FIGURE(row->figures.least * 1e6), FIGURE(row->figures.p99 * 1e6),
           FIGURE(row->algorithm_bandwidth * 1e-9), FIGURE(row->bus_bandwidth * 1e-9),
           FIGURE(1e-6 * row->rate), limit_name(job, row), FIGURE(row->limit * 1e6),
           FIGURE(limit_ratio(job, row)), FIGURE(row->mpi * 1e6),
           FIGURE(ratio(row->figures.median, row->mpi)), beside_name(), FIGURE(row->beside * 1e6),
           FIGURE(ratio(row->figures.median, row->beside)));
}

static void print_csv_row(FILE *out, const perf_job_t *job, const perf_row_t *row)
{
    fprintf(out,
            "%s,%s,%s,%s,%u,%u,%d,%s,%s,%zu,%zu,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,"
            "%s,%s,%s,%s\n",
            row->benchmark->name, side_of(job), path_of(job), scope_of(job, row),
            job->options->groups, job->options->items, job->n_pes, job->options->type,
            row->operation, row->bytes, row->count, FIGURE(row->figures.median * 1e6),
            FIGURE(row->figures.least * 1e6), FIGURE(row->figures.p99 * 1e6),
            FIGURE(row->algorithm_bandwidth * 1e-9), FIGURE(row->bus_bandwidth * 1e-9),
            FIGURE(1e-6 * row->rate), limit_name(job, row), FIGURE(row->limit * 1e6),
            FIGURE(limit_ratio(job, row)), FIGURE(row->mpi * 1e6),
            FIGURE(ratio(row->figures.median, row->mpi)), beside_name(), FIGURE(row->beside * 1e6),
            FIGURE(ratio(row->figures.median, row->beside)));
}

void perf_report_add(perf_report_t *report, const perf_row_t *row)
{
    tool_progress_clear();
    switch (report->job->options->format) {
    case PERF_JSON:
        print_json_row(report->job, row, report->count == 0);
        break;
    case PERF_CSV:
        print_csv_row(stdout, report->job, row);
        break;
    default:
        print_table_row(report->job, row);
        break;
    }
    fflush(stdout);
    if (report->plot) {
        print_csv_row(report->plot, report->job, row);
    }
    report->count++;
}

/* The rows' file is read from its start. */
static bool draw(const perf_report_t *report)
{
    const perf_job_t *const job = report->job;
    char title[256];
    char machine[160];
    perf_machine_name(machine, sizeof machine);
    snprintf(title, sizeof title, "ishmem-perf, %s, %s, %d PEs: %s", side_of(job), path_of(job),
             job->n_pes, machine);
    if (fflush(report->plot) != 0 || lseek(fileno(report->plot), 0, SEEK_SET) != 0) {
        perror("ishmem-perf: --plot: the rows' temporary file");
        return false;
    }
    return perf_plot_draw(job->options->plot, title, fileno(report->plot));
}

bool perf_report_close(perf_report_t *report)
{
    tool_progress_clear();
    if (report->job->options->format == PERF_JSON) {
        puts("\n  ]\n}");
    }
    const bool written = fflush(stdout) == 0;
    const bool drawn = !report->plot || draw(report);
    if (report->plot) {
        fclose(report->plot);
    }
    free(report);
    return drawn && written;
}
