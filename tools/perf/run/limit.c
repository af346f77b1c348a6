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
    static const char *const names[] = {"", "memcpy", "line", "atomic", "move", "append", "alone"};
    return names[limit];
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

/* The longer of the times of a copy and of a line's way. */
static double measure_move(size_t bytes, double line)
{
    const double copy = bytes > 0 ? measure_copy(bytes) : 0.0;
    return copy > line ? copy : line;
}

const perf_benchmark_t *perf_limit_beside(const perf_job_t *job, const perf_benchmark_t *benchmark)
{
    static const perf_benchmark_t copy = {
        .pattern = PERF_ONE_WAY, .batch = 1, .host = copy_alone, .device = copy_alone};
    static const perf_benchmark_t line = {
        .pattern = PERF_PING_PONG, .batch = 1, .host = perf_host_line, .device = perf_device_line};
    static perf_benchmark_t alone = {.pattern = PERF_ONE_WAY, .batch = 1};
    switch (benchmark->limit) {
    /* Far PEs' figures are compared with MPI's, and copies would remove both PEs' data from the
     * cache. */
    case PERF_LIMIT_COPY:
        return job->line || job->peer == job->me ? &copy : NULL;
    case PERF_LIMIT_LINE:
    case PERF_LIMIT_MOVE:
        return job->line ? &line : NULL;
    case PERF_LIMIT_ALONE:
        alone.host = benchmark->alone;
        alone.device = benchmark->device_alone;
        return &alone;
    default:
        return NULL;
    }
}

double perf_limit_measure(const perf_job_t *job, const perf_benchmark_t *benchmark, size_t bytes,
                          double beside)
{
    const double factor = benchmark->bus_factor ? benchmark->bus_factor(job->members) : 1.0;
    const double blocks = benchmark->blocks ? (double)job->members : 1.0;
    switch (benchmark->limit) {
    case PERF_LIMIT_COPY:
        return beside > 0.0 ? beside : measure_copy(bytes);
    case PERF_LIMIT_LINE:
        return beside > 0.0 ? beside : measure_line();
    case PERF_LIMIT_ATOMIC:
        return measure_atomic();
    case PERF_LIMIT_MOVE:
        return job->members > 1 ? measure_move((size_t)((double)bytes * blocks * factor),
                                               beside > 0.0 ? beside : measure_line())
                                : 0.0;
    case PERF_LIMIT_APPEND:
        return perf_queue_copy(job, bytes, perf_batch(benchmark, bytes));
    default:
        return beside;
    }
}
