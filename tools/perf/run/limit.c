/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * memcpy copies between memory of the same kind and size as the library's: shared memory that has
 * been touched, and that repetition makes as warm.
 */
#include "limit.h"

#include "device.h"
#include "host.h"
#include "measure.h"
#include "queue.h"
#include "raw.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SAMPLES 21
#define SAMPLE_BYTES ((size_t)1 << 18)
#define ROUND_TURNS UINT64_C(2000)
#define TURNS (SAMPLES * ROUND_TURNS)
#define ADDS 100000

const char *perf_limit_name(perf_limit_t limit)
{
    static const char *const names[] = {"",       "memcpy", "line", "atomic",  "move",
                                        "append", "alone",  "link", "message", "launch"};
    return names[limit];
}

/* ---- GPUs ------------------------------------------------------------------------------------ */

static perf_limit_t limit_of_kernels(const perf_benchmark_t *benchmark)
{
    if (!benchmark->raw) {
        return benchmark->limit;
    }
    return benchmark->limit == PERF_LIMIT_LINE || benchmark->limit == PERF_LIMIT_MOVE
               ? PERF_LIMIT_MESSAGE
               : PERF_LIMIT_LINK;
}

/* A host that does not reach the GPUs' memory needs a copy or a kernel for each call. */
static perf_limit_t limit_of_host(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    if (benchmark->queued) {
        return PERF_LIMIT_APPEND;
    }
    if (!job->by_tile) {
        return benchmark->limit;
    }
    return benchmark->limit == PERF_LIMIT_COPY ? PERF_LIMIT_APPEND : PERF_LIMIT_LAUNCH;
}

perf_limit_t perf_limit_of(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    switch (benchmark->limit) {
    case PERF_LIMIT_COPY:
    case PERF_LIMIT_LINE:
    case PERF_LIMIT_ATOMIC:
    case PERF_LIMIT_MOVE:
        return !job->gpus             ? benchmark->limit
               : job->options->device ? limit_of_kernels(benchmark)
                                      : limit_of_host(job, benchmark);
    default:
        return benchmark->limit;
    }
}

/* ---- memcpy ---------------------------------------------------------------------------------- */

/* Two buffers of so many bytes, touched, which stay until larger ones are asked for. */
static char *get_buffers(size_t bytes)
{
    static char *memory;
    static size_t room;
    if (room < 2 * bytes) {
        if (memory) {
            munmap(memory, room);
        }
        room = 2 * bytes;
        memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE,
                      -1, 0);
        if (memory == MAP_FAILED) {
            fprintf(stderr, "ishmem-perf: cannot allocate memory for a copy of %zu bytes\n", bytes);
            ishmem_global_exit(EXIT_FAILURE);
        }
        memset(memory, 1, room);
    }
    return memory;
}

static void copy_alone(perf_job_t *job, size_t bytes, size_t count)
{
    (void)job;
    /* Through a volatile pointer, so that no copy is dropped or expanded in place. */
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    char *const memory = get_buffers(bytes);
    for (size_t i = 0; i < count; i++) {
        copy(memory, memory + bytes, bytes);
    }
}

static double measure_copy(size_t bytes)
{
    const size_t calls = bytes < SAMPLE_BYTES ? SAMPLE_BYTES / bytes : 1;
    get_buffers(bytes);
    double samples[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++) {
        const double start = perf_now();
        copy_alone(NULL, bytes, calls);
        samples[i] = (perf_now() - start) / (double)calls;
    }
    return perf_figures_of(samples, SAMPLES).median;
}

/* ---- A cache line's way ---------------------------------------------------------------------- */

/* If the pair has no common memory, or is one PE, two threads of this PE take the turns. */

/* turn: the only shared word; odd values are stored by the server, even ones by the other, each
 * store release and each load acquire. */
typedef struct court {
    _Alignas(64) atomic_uint_fast64_t turn;
    int processor; /* of the other */
} court_t;

static void pin(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

static void play(court_t *court, uint64_t mine, uint64_t end)
{
    for (uint64_t turn = mine; turn < end; turn += 2) {
        while (atomic_load_explicit(&court->turn, memory_order_acquire) != turn) {
        }
        atomic_store_explicit(&court->turn, turn + 1, memory_order_release);
    }
}

static void *return_balls(void *argument)
{
    court_t *const court = argument;
    pin(court->processor);
    play(court, 1, 2 * TURNS);
    return NULL;
}

static double measure_line(void)
{
    cpu_set_t allowed;
    int processors[2];
    int found = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return 0.0;
    }
    for (int i = 0; i < CPU_SETSIZE && found < 2; i++) {
        if (CPU_ISSET((size_t)i, &allowed)) {
            processors[found++] = i;
        }
    }
    if (found < 2) {
        return 0.0;
    }
    court_t court = {.processor = processors[1]};
    pthread_t thread;
    if (pthread_create(&thread, NULL, return_balls, &court) != 0) {
        return 0.0;
    }
    pin(processors[0]);
    double samples[SAMPLES];
    for (uint64_t i = 0; i < SAMPLES; i++) {
        const double start = perf_now();
        play(&court, 2 * i * ROUND_TURNS, 2 * (i + 1) * ROUND_TURNS);
        samples[i] = (perf_now() - start) / (2.0 * (double)ROUND_TURNS);
    }
    pthread_join(thread, NULL);
    sched_setaffinity(0, sizeof allowed, &allowed);
    return perf_figures_of(samples, SAMPLES).median;
}

/* ---- An atomic instruction ------------------------------------------------------------------- */

static double measure_atomic(void)
{
    static _Alignas(64) atomic_uint_fast64_t word;
    double samples[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++) {
        const double start = perf_now();
        for (int k = 0; k < ADDS; k++) {
            atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);
        }
        samples[i] = (perf_now() - start) / ADDS;
    }
    return perf_figures_of(samples, SAMPLES).median;
}

/* ---- Choice ---------------------------------------------------------------------------------- */

size_t perf_limit_bytes(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes)
{
    if (benchmark->limit != PERF_LIMIT_MOVE) {
        return bytes;
    }
    const double factor = benchmark->bus_factor ? benchmark->bus_factor(job->members) : 1.0;
    const double blocks = benchmark->blocks ? (double)job->members : 1.0;
    return (size_t)((double)bytes * blocks * factor);
}

/* A call of the host's is one copy that has ended.  A collective or a sync on a list is a kernel at
 * least.  Of puts and gets on a list, rows of copies are measured later, alone. */
static const perf_benchmark_t *append_beside(const perf_benchmark_t *benchmark)
{
    static perf_benchmark_t append = {.pattern = PERF_ONE_WAY};
    append.batch = benchmark->batch;
    switch (benchmark->limit) {
    case PERF_LIMIT_APPEND:
        return NULL;
    case PERF_LIMIT_COPY:
        append.host = benchmark->gets ? perf_raw_copy_from : perf_raw_copy_to;
        return &append;
    default:
        append.host = perf_queue_nothing;
        return &append;
    }
}

const perf_benchmark_t *perf_limit_beside(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    static const perf_benchmark_t copy = {
        .pattern = PERF_ONE_WAY, .batch = 1, .host = copy_alone, .device = copy_alone};
    static const perf_benchmark_t line = {
        .pattern = PERF_PING_PONG, .batch = 1, .host = perf_host_line, .device = perf_device_line};
    static const perf_benchmark_t empty = {
        .pattern = PERF_ONE_WAY, .batch = 1, .host = perf_device_launch};
    static perf_benchmark_t alone = {.pattern = PERF_ONE_WAY, .batch = 1};
    static perf_benchmark_t raw;
    const perf_limit_t limit = perf_limit_of(job, benchmark);
    switch (limit) {
    /* Far PEs' figures are compared with MPI's, and copies would remove both PEs' data from the
     * cache. */
    case PERF_LIMIT_COPY:
        return job->line ? &copy : NULL;
    case PERF_LIMIT_LINE:
    case PERF_LIMIT_MOVE:
        return job->line ? &line : NULL;
    case PERF_LIMIT_APPEND:
        return append_beside(benchmark);
    case PERF_LIMIT_ALONE:
        alone.host = benchmark->alone;
        alone.device = benchmark->device_alone;
        return &alone;
    case PERF_LIMIT_LINK:
    case PERF_LIMIT_MESSAGE:
        raw.pattern = limit == PERF_LIMIT_LINK ? PERF_ONE_WAY : PERF_PING_PONG;
        raw.batch = benchmark->batch;
        raw.device = benchmark->raw;
        return &raw;
    case PERF_LIMIT_LAUNCH:
        return &empty;
    default:
        return NULL;
    }
}

static double longer(double a, double b)
{
    return a > b ? a : b;
}

/* A row of copies on a list.  What the buffers have no room for takes several of them. */
static double measure_append(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes)
{
    const size_t parts = (bytes + job->room - 1) / job->room;
    const size_t part = parts > 0 ? bytes / parts : 0;
    return part > 0 ? (double)parts *
                          perf_queue_copy(job, benchmark->gets, part, perf_batch(benchmark, part))
                    : 0.0;
}

double perf_limit_measure(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                          double beside)
{
    const size_t moved = perf_limit_bytes(job, benchmark, bytes);
    switch (perf_limit_of(job, benchmark)) {
    case PERF_LIMIT_COPY:
        return beside > 0.0 ? beside : measure_copy(bytes);
    case PERF_LIMIT_LINE:
        return beside > 0.0 ? beside : measure_line();
    case PERF_LIMIT_ATOMIC:
        return measure_atomic();
    case PERF_LIMIT_MOVE:
        return job->members > 1 ? longer(moved > 0 ? measure_copy(moved) : 0.0,
                                         beside > 0.0 ? beside : measure_line())
                                : 0.0;
    case PERF_LIMIT_APPEND:
        return benchmark->limit == PERF_LIMIT_APPEND || benchmark->limit == PERF_LIMIT_MOVE
                   ? longer(beside, measure_append(job, benchmark, moved))
                   : beside;
    default:
        return beside;
    }
}
