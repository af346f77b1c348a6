/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A sample has enough operations to make negligible what precedes it: PEs leave the barrier before
 * it up to a message's time apart, and the last of them still serves its messages.  PE 0 finds out
 * how many operations that is, and all PEs use the same number.
 */
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SAMPLE_SECONDS 200e-6
/* A sample of kernels contains a launch, and a sleeping host may notice its end 50 microseconds
 * late. */
#define DEVICE_SAMPLE_SECONDS 1e-3
/* Samples of each count while PE 0 finds out how many operations a sample has. */
#define TRIES 4
#define MOST_OPERATIONS ((size_t)1 << 16)
/* The most bytes that a batch moves, unless one operation moves more. */
#define BATCH_BYTES ((size_t)16 << 20)

double perf_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void perf_work(double seconds)
{
    for (const double end = perf_now() + seconds; perf_now() < end;) {
    }
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

perf_figures_t perf_figures_of(double *samples, size_t count)
{
    qsort(samples, count, sizeof *samples, compare);
    const size_t last = count - 1;
    return (perf_figures_t){
        .median = 0.5 * (samples[last / 2] + samples[count / 2]),
        .least = samples[0],
        .p99 = samples[last - last / 100],
    };
}

/* What is timed. */
typedef struct subject {
    perf_job_t *job;
    perf_pattern_t pattern;
    perf_run_fn run;
    void (*rest)(void);
    size_t bytes;
} subject_t;

static bool runs(const subject_t *subject)
{
    const perf_job_t *const job = subject->job;
    switch (subject->pattern) {
    case PERF_ONE_WAY:
        return job->me == 0 || (job->active && job->options->bidirectional);
    case PERF_PING_PONG:
        return job->active;
    default:
        return job->team != ISHMEM_TEAM_INVALID;
    }
}

/* The longest time of all members: an operation has ended when it has ended on the last one. */
static double slowest(const perf_job_t *job, double seconds)
{
    double *const word = (double *)(void *)(job->word + PERF_WORD_SLOWEST);
    ishmem_double_p(word + 1, seconds, job->me);
    ishmem_quiet();
    ishmem_double_max_reduce(job->team, word, word + 1, 1);
    return ishmem_double_g(word, job->me);
}

/* Seconds of `count` operations, from when all PEs were ready. */
static double time_once(const subject_t *subject, size_t count)
{
    ishmem_barrier_all();
    const double start = perf_now();
    if (runs(subject)) {
        subject->run(subject->job, subject->bytes, count);
    }
    const double seconds = perf_now() - start;
    if (subject->rest) {
        subject->rest();
    }
    return subject->pattern == PERF_ALL && runs(subject) ? slowest(subject->job, seconds) : seconds;
}

size_t perf_agree(const perf_job_t *job, size_t number)
{
    uint64_t *const word = job->word + PERF_WORD_AGREE;
    ishmem_barrier_all();
    if (job->me == 0) {
        for (int pe = 0; pe < job->n_pes; pe++) {
            ishmem_uint64_p(word, number, pe);
        }
    }
    ishmem_barrier_all();
    return (size_t)ishmem_uint64_g(word, job->me);
}

/* The least of a few samples: the first is cold, and another program may disturb any of them. */
static double time_least(const subject_t *subject, size_t count)
{
    double least = time_once(subject, count);
    for (int i = 1; i < TRIES; i++) {
        const double seconds = time_once(subject, count);
        least = seconds < least ? seconds : least;
    }
    return least;
}

static size_t find_count(const subject_t *subject, size_t batch)
{
    const double enough = subject->job->options->device ? DEVICE_SAMPLE_SECONDS : SAMPLE_SECONDS;
    for (size_t count = batch;; count *= 2) {
        const double seconds = time_least(subject, count);
        if (perf_agree(subject->job, seconds >= enough || count >= MOST_OPERATIONS)) {
            return count;
        }
    }
}

size_t perf_batch(const perf_benchmark_t *benchmark, size_t bytes)
{
    const size_t most = bytes > 0 ? BATCH_BYTES / bytes : benchmark->batch;
    return most == 0 ? 1 : most < benchmark->batch ? most : benchmark->batch;
}

/* Finds out how many operations a sample has, and warms up. */
static size_t prepare(const subject_t *subject, const perf_benchmark_t *benchmark)
{
    const size_t count = find_count(subject, perf_batch(benchmark, subject->bytes));
    for (size_t i = 0; i < subject->job->options->warm_up; i++) {
        time_once(subject, count);
    }
    return count;
}

static double sample(const subject_t *subject, size_t count)
{
    const double ways = subject->pattern == PERF_PING_PONG ? 2.0 : 1.0;
    return time_once(subject, count) / (double)count / ways;
}

#define MOST_SUBJECTS 2

/* Takes samples of the subjects in turn.  benchmarks, figures: one for each subject. */
static void measure(const subject_t *subjects, const perf_benchmark_t *const *benchmarks, size_t n,
                    perf_figures_t *const *figures)
{
    const size_t n_samples = subjects->job->options->samples;
    double *const samples = calloc(n * n_samples, sizeof *samples);
    size_t counts[MOST_SUBJECTS];
    if (!samples) {
        fprintf(stderr, "%s: cannot allocate memory for %zu samples\n",
                program_invocation_short_name, n * n_samples);
        ishmem_global_exit(EXIT_FAILURE);
    }
    for (size_t k = 0; k < n; k++) {
        counts[k] = prepare(&subjects[k], benchmarks[k]);
    }
    for (size_t i = 0; i < n_samples; i++) {
        for (size_t k = 0; k < n; k++) {
            samples[k * n_samples + i] = sample(&subjects[k], counts[k]);
        }
    }
    for (size_t k = 0; k < n; k++) {
        *figures[k] = perf_figures_of(samples + k * n_samples, n_samples);
    }
    free(samples);
}

void perf_measure(perf_job_t *job, const perf_benchmark_t *benchmark, perf_run_fn run,
                  void (*rest)(void), size_t bytes, perf_figures_t *figures)
{
    measure(&(const subject_t){job, benchmark->pattern, run, rest, bytes}, &benchmark, 1, &figures);
}

void perf_measure_beside(perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                         const perf_benchmark_t *limit, size_t limit_bytes, perf_figures_t *figures,
                         perf_figures_t *limit_figures)
{
    const bool device = job->options->device;
    const subject_t subjects[MOST_SUBJECTS] = {
        {job, benchmark->pattern, device ? benchmark->device : benchmark->host, NULL, bytes},
        {job, limit->pattern, device ? limit->device : limit->host, NULL, limit_bytes}};
    measure(subjects, (const perf_benchmark_t *[]){benchmark, limit}, MOST_SUBJECTS,
            (perf_figures_t *[]){figures, limit_figures});
}
