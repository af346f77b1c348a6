/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-perf: latency and bandwidth of libishmem, a row a size, beside what the machine can do
 * and, on request, beside MPI.
 */
#include "benchmarks.h"
#include "device.h"
#include "limit.h"
#include "measure.h"
#include "report.h"
#include "types.h"
#include "with_mpi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the routines that are about one value. */
#define VALUE_BYTES sizeof(uint64_t)
#define WORDS 32

static const perf_benchmark_t *find(const char *name)
{
    for (const perf_benchmark_t *benchmark = perf_benchmarks; benchmark->name; benchmark++) {
        if (strcmp(benchmark->name, name) == 0) {
            return benchmark;
        }
    }
    return NULL;
}

/* Every PE finds the same; PE 0 says it.  NULL where the benchmark cannot be run as asked for. */
static const char *refusal(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    const perf_options_t *const options = job->options;
    if (!benchmark) {
        return "no such benchmark; --list shows them";
    }
    if (!(options->device ? benchmark->device : benchmark->host)) {
        return options->device ? "kernels have no such benchmark" : "hosts have no such benchmark";
    }
    if (benchmark->pattern != PERF_ALL && job->n_pes < 2) {
        return "needs 2 PEs";
    }
    if (perf_operation_find(benchmark->operations, options->operation) < 0) {
        return "has no such operation";
    }
    if (benchmark->operations == perf_atomic_operations &&
        !perf_type_find(options->type)->atomic) {
        return "has no atomics of this type; int32, int64, uint32, uint64, uint, ulong have";
    }
    return NULL;
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
        perf_report_progress(report, benchmark, bytes);
    }
    perf_measure(job, benchmark, options->device ? benchmark->device : benchmark->host, NULL,
                 bytes, &row.figures);
    if (options->compare_mpi && benchmark->mpi) {
        perf_figures_t figures;
        perf_measure(job, benchmark, benchmark->mpi, perf_mpi_rest, bytes, &figures);
        row.mpi = figures.median;
    }
    if (report) {
        row.limit = perf_limit_measure(job, benchmark->limit, bytes);
        if (benchmark->counts_bytes) {
            const double callers = options->device && benchmark->pattern == PERF_ONE_WAY
                                       ? (double)options->groups
                                       : 1.0;
            const double ways = options->bidirectional && benchmark->pattern == PERF_ONE_WAY
                                    ? 2.0
                                    : 1.0;
            row.algorithm_bandwidth = (double)bytes * callers * ways / row.figures.median;
            row.bus_bandwidth =
                row.algorithm_bandwidth *
                (benchmark->bus_factor ? benchmark->bus_factor(job->n_pes) : 1.0);
        }
        perf_report_add(report, &row);
    }
    ishmem_barrier_all();
}

static void run(perf_job_t *job, perf_report_t *report, const perf_benchmark_t *benchmark)
{
    const perf_options_t *const options = job->options;
    if (report) {
        perf_report_begin(report, benchmark);
    }
    if (!benchmark->sized) {
        measure(job, report, benchmark,
                benchmark->operations ? perf_type_find(options->type)->bytes : VALUE_BYTES);
        return;
    }
    for (size_t bytes = options->min_bytes; bytes <= options->max_bytes;
         bytes *= options->factor) {
        measure(job, report, benchmark, bytes);
        if (bytes > options->max_bytes / options->factor) {
            break;
        }
    }
}

static void open_job(perf_job_t *job)
{
    const perf_options_t *const options = job->options;
    job->me = ishmem_my_pe();
    job->n_pes = ishmem_n_pes();
    job->active = job->me < 2 && job->n_pes > 1;
    job->peer = job->active ? 1 - job->me : job->me;
    job->room = options->max_bytes * (options->device ? options->groups : 1) + VALUE_BYTES;
    job->source = ishmem_align(4096, job->room);
    job->dest = ishmem_align(4096, job->room);
    job->word = ishmem_calloc(WORDS, sizeof *job->word);
    if (!job->source || !job->dest || !job->word) {
        if (job->me == 0) {
            fprintf(stderr, "ishmem-perf: the symmetric heap is too small for two buffers of %zu "
                            "bytes; set ISHMEM_SYMMETRIC_SIZE\n", job->room);
        }
        ishmem_global_exit(EXIT_FAILURE);
    }
    job->near = job->n_pes < 2 || ishmem_ptr(job->dest, job->me == 0 ? 1 : 0) != NULL;
    if (options->device) {
        perf_device_open(options);
    }
    if (options->compare_mpi) {
        perf_mpi_open(job->room);
    }
}

static void close_job(perf_job_t *job)
{
    if (job->options->compare_mpi) {
        perf_mpi_close();
    }
    if (job->options->device) {
        perf_device_close();
    }
    ishmem_free(job->word);
    ishmem_free(job->dest);
    ishmem_free(job->source);
}

int main(int argc, char **argv)
{
    ishmem_init();
    perf_options_t options;
    int first;
    perf_options_read(argc, argv, &options, &first);
    perf_job_t job = {.options = &options};
    open_job(&job);
    int status = EXIT_SUCCESS;
    for (int i = first; i < argc && status == EXIT_SUCCESS; i++) {
        const char *const reason = refusal(&job, find(argv[i]));
        if (reason) {
            if (job.me == 0) {
                fprintf(stderr, "ishmem-perf: %s: %s\n", argv[i], reason);
            }
            status = EXIT_FAILURE;
        }
    }
    if (status == EXIT_SUCCESS) {
        perf_report_t *const report = job.me == 0 ? perf_report_open(&job) : NULL;
        if (job.me == 0 && !report) {
            fputs("ishmem-perf: no memory\n", stderr);
            ishmem_global_exit(EXIT_FAILURE);
        }
        for (int i = first; i < argc; i++) {
            run(&job, report, find(argv[i]));
        }
        if (report && !perf_report_close(report)) {
            status = EXIT_FAILURE;
        }
    }
    close_job(&job);
    ishmem_finalize();
    return status;
}
