/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-perf: latency and bandwidth of libishmem, a row per size, together with what the machine
 * can do and, on request, with the figures of MPI.
 */
#include "benchmarks.h"
#include "beside.h"
#include "collectives.h"
#include "job.h"
#include "launch.h"
#include "limit.h"
#include "measure.h"
#include "options.h"
#include "progress.h"
#include "reductions.h"
#include "report.h"
#include "restart.h"
#include "tool.h"
#include "types.h"
#include "with_mpi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The size for routines of one value. */
#define VALUE_BYTES sizeof(uint64_t)

static const perf_benchmark_t *find(const char *name)
{
    for (const perf_benchmark_t *benchmark = perf_benchmarks; benchmark->name; benchmark++) {
        if (strcmp(benchmark->name, name) == 0) {
            return benchmark;
        }
    }
    return NULL;
}

static bool is_restart(const perf_benchmark_t *benchmark)
{
    return benchmark->pattern == PERF_START || benchmark->pattern == PERF_END;
}

/* Checks the host's routines, because kernels have the same ones. */
static bool has_reduction(const perf_options_t *options, const perf_benchmark_t *benchmark)
{
    return benchmark->operations != perf_reduce_operations ||
           perf_reduction_find(benchmark->blocks ? PERF_REDUCE_SCATTER : PERF_REDUCE, options->type,
                               options->operation);
}

/* Why the benchmark cannot run with these options, or NULL if it can.  Every PE finds the same; PE
 * 0 reports it. */
static const char *refusal(const perf_options_t *options, const perf_benchmark_t *benchmark)
{
    if (!is_restart(benchmark) && !(options->device ? benchmark->device : benchmark->host)) {
        return options->device ? "this benchmark exists only for the host, without --device"
                               : "this benchmark exists only for kernels, with --device";
    }
    if (benchmark->pattern <= PERF_PING_PONG && ishmem_n_pes() < 2) {
        return "needs 2 PEs";
    }
    const int operation = perf_operation_find(benchmark->operations, options->operation);
    if (operation < 0) {
        return "this benchmark does not have the operation";
    }
    if (benchmark->operations == perf_atomic_operations) {
        if (!perf_type_find(options->type)->atomic) {
            return "no atomics of this type; expected int32, int64, uint32, uint64, uint or ulong";
        }
        if (benchmark->pattern == PERF_PING_PONG && !perf_atomic_changes(operation)) {
            return "a ping-pong needs an operation that changes the object";
        }
    }
    if (!has_reduction(options, benchmark)) {
        return "this benchmark does not have the operation for this type";
    }
    if (benchmark->operations == perf_scan_operations &&
        !perf_reduction_find(PERF_INSCAN, options->type, options->operation)) {
        return "no scans of this type";
    }
    return NULL;
}

static bool has_mpi(const perf_options_t *options, const perf_benchmark_t *benchmark)
{
    const bool reduces = benchmark->operations == perf_reduce_operations ||
                         benchmark->operations == perf_scan_operations;
    return options->compare_mpi && benchmark->mpi && (!reduces || perf_mpi_has_type(options->type));
}

static void find_rates(const perf_job_t *job, perf_row_t *row)
{
    const perf_options_t *const options = job->options;
    const perf_benchmark_t *const benchmark = row->benchmark;
    const bool one_way = benchmark->pattern == PERF_ONE_WAY;
    const double callers = options->device && one_way ? (double)options->groups : 1.0;
    const double ways = options->bidirectional && one_way ? 2.0 : 1.0;
    const double blocks = benchmark->blocks ? (double)job->members : 1.0;
    row->rate = callers * ways / row->figures.median;
    if (!benchmark->counts_bytes) {
        return;
    }
    row->algorithm_bandwidth = (double)row->bytes * blocks * row->rate;
    row->bus_bandwidth = row->algorithm_bandwidth *
                         (benchmark->bus_factor ? benchmark->bus_factor(job->members) : 1.0);
}

static void measure(perf_job_t *job, perf_report_t *report, const perf_benchmark_t *benchmark,
                    size_t bytes)
{
    const perf_options_t *const options = job->options;
    perf_row_t row = {.benchmark = benchmark, .bytes = bytes, .operation = ""};
    if (benchmark->operations) {
        row.operation =
            benchmark->operations[perf_operation_find(benchmark->operations, options->operation)];
    }
    const size_t element = perf_type_find(options->type)->bytes;
    row.count = bytes < element ? 1 : bytes / element;
    if (report) {
        tool_progress_step("%s, %zu bytes", benchmark->name, bytes);
    }
    const perf_run_fn alone = options->device ? benchmark->device_alone : benchmark->alone;
    if (alone) {
        perf_figures_t figures;
        perf_measure(job, benchmark, alone, NULL, bytes, &figures);
        job->alone = figures.median;
    }
    const perf_benchmark_t *const limit = perf_limit_beside(job, benchmark);
    double beside = 0.0;
    if (limit) {
        perf_figures_t figures;
        perf_measure_beside(job, benchmark, bytes, limit, perf_limit_bytes(job, benchmark, bytes),
                            &row.figures, &figures);
        beside = figures.median;
    } else {
        perf_measure(job, benchmark, options->device ? benchmark->device : benchmark->host, NULL,
                     bytes, &row.figures);
    }
    if (has_mpi(options, benchmark)) {
        perf_figures_t figures;
        perf_measure(job, benchmark, benchmark->mpi, perf_mpi_rest, bytes, &figures);
        row.mpi = figures.median;
    }
    const perf_run_fn other = perf_beside ? perf_beside->operation(job, benchmark) : NULL;
    if (other) {
        perf_figures_t figures;
        perf_measure(job, benchmark, other, NULL, bytes, &figures);
        row.beside = figures.median;
    }
    if (report) {
        row.limit = perf_limit_measure(job, benchmark, bytes, beside);
        find_rates(job, &row);
        perf_report_add(report, &row);
    }
    ishmem_barrier_all();
}

static void restart(perf_job_t *job, perf_report_t *report, const perf_benchmark_t *benchmark)
{
    perf_row_t row = {.benchmark = benchmark, .operation = ""};
    if (report) {
        tool_progress_step("%s", benchmark->name);
    }
    perf_job_close(job);
    perf_restart(job->options->samples, benchmark->pattern == PERF_START, &row.figures);
    perf_job_open(job);
    if (report) {
        find_rates(job, &row);
        perf_report_add(report, &row);
    }
}

static void run(perf_job_t *job, perf_report_t *report, const perf_benchmark_t *benchmark)
{
    const perf_options_t *const options = job->options;
    if (report) {
        tool_progress_stage(benchmark->name);
        perf_report_begin(report, benchmark);
    }
    if (is_restart(benchmark)) {
        restart(job, report, benchmark);
        return;
    }
    if (!benchmark->sized) {
        measure(job, report, benchmark,
                benchmark->operations ? perf_type_find(options->type)->bytes : VALUE_BYTES);
        return;
    }
    for (size_t bytes = options->min_bytes; bytes <= options->max_bytes; bytes *= options->factor) {
        measure(job, report, benchmark, bytes);
        if (bytes > options->max_bytes / options->factor) {
            break;
        }
    }
}

/* How many rows the benchmarks have. */
static size_t count_rows(const perf_options_t *options, char *const *names)
{
    size_t sizes = 1;
    for (size_t bytes = options->min_bytes; bytes <= options->max_bytes / options->factor;
         bytes *= options->factor) {
        sizes++;
    }
    size_t rows = 0;
    for (; *names; names++) {
        rows += find(*names)->sized ? sizes : 1;
    }
    return rows;
}

static perf_report_t *open_report(const perf_job_t *job, char *const *names)
{
    perf_report_t *const report = perf_report_open(job);
    if (!report) {
        fputs("ishmem-perf: out of memory\n", stderr);
        ishmem_global_exit(EXIT_FAILURE);
    }
    tool_progress_begin("ishmem-perf", count_rows(job->options, names));
    return report;
}

/* Whether all figures are shown. */
static bool run_all(perf_job_t *job, perf_options_t *options, char *const *names)
{
    perf_job_open(job);
    if (options->items == 0) {
        options->items = options->device ? perf_launch_items() : 1;
    }
    if (perf_beside) {
        perf_beside->open(job);
    }
    perf_report_t *const report = job->me == 0 ? open_report(job, names) : NULL;
    for (char *const *name = names; *name; name++) {
        run(job, report, find(*name));
    }
    const bool shown = !report || perf_report_close(report);
    if (perf_beside) {
        perf_beside->close();
    }
    perf_job_close(job);
    return shown;
}

/* Before the job starts. */
static void require_benchmarks(char *const *names)
{
    for (; *names; names++) {
        if (!find(*names)) {
            tool_misused("ishmem-perf", "%s: no such benchmark; ishmem-perf --list prints them",
                         *names);
        }
    }
}

/* Whether all benchmarks can run; PE 0 says why not. */
static bool check_all(perf_job_t *job, char *const *names)
{
    for (; *names; names++) {
        const perf_benchmark_t *const benchmark = find(*names);
        const char *const reason = refusal(job->options, benchmark);
        if (reason) {
            if (ishmem_my_pe() == 0) {
                fprintf(stderr, "ishmem-perf: %s: %s\n", *names, reason);
            }
            return false;
        }
        if (benchmark->blocks) {
            job->blocks = (size_t)ishmem_n_pes();
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    perf_options_t options;
    int first;
    tool_start();
    perf_options_read(argc, argv, &options, &first);
    require_benchmarks(argv + first);
    ishmem_init();
    perf_job_t job = {.options = &options, .blocks = 1};
    char *const *const names = argv + first;
    const bool done = check_all(&job, names) && run_all(&job, &options, names);
    ishmem_finalize();
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
