/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See baseline.h.
 */
#define _GNU_SOURCE /* sched_getaffinity, pthread_attr_setaffinity_np */
#include "baseline.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COPY_SAMPLES = 9, COPY_SAMPLE_BYTES = 1 << 20, CROWD_MOST = 64 };
#define TURNS UINT64_C(50000)

double baseline_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

double baseline_median(double *samples, size_t count)
{
    qsort(samples, count, sizeof(*samples), compare_doubles);
    return count % 2 ? samples[count / 2] : 0.5 * (samples[count / 2 - 1] + samples[count / 2]);
}

double baseline_copy(void *destination, const void *source, size_t bytes)
{
    /* Short copies are repeated, for the clock's sake. */
    const size_t repetitions = bytes < COPY_SAMPLE_BYTES ? COPY_SAMPLE_BYTES / bytes : 1;
    /* Through a volatile pointer, so that no copy is dropped or expanded in place. */
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    double samples[COPY_SAMPLES];

    copy(destination, source, bytes);
    for (size_t i = 0; i < COPY_SAMPLES; i++) {
        const double start = baseline_now();
        for (size_t k = 0; k < repetitions; k++)
            copy(destination, source, bytes);
        samples[i] = (baseline_now() - start) / (double)repetitions;
    }
    return baseline_median(samples, COPY_SAMPLES);
}

/* ---- Words ---------------------------------------------------------------------------------- */

#define REPEAT(STATEMENT)                         \
    for (uint64_t i = 0; i < BASELINE_OPS; i++) { \
        STATEMENT;                                \
    }                                             \
    break

void baseline_work(baseline_op_t op, uint64_t *plain_word)
{
    _Atomic uint64_t *const word = (_Atomic uint64_t *)plain_word;
    volatile uint64_t used; /* so that the value before is asked for */

    switch (op) {
    case BASELINE_STORE:
        REPEAT(atomic_store_explicit(word, i, memory_order_relaxed));
    case BASELINE_LOAD:
        REPEAT(used = atomic_load_explicit(word, memory_order_acquire));
    case BASELINE_ADD:
        REPEAT(atomic_fetch_add_explicit(word, 1, memory_order_relaxed));
    case BASELINE_FETCH_ADD:
        REPEAT(used = atomic_fetch_add_explicit(word, 1, memory_order_acquire));
    case BASELINE_SWAP:
        REPEAT(used = atomic_exchange_explicit(word, i, memory_order_acquire));
    case BASELINE_COMPARE_SWAP:
        REPEAT(uint64_t expected = i; atomic_compare_exchange_strong_explicit(
                   word, &expected, i + 1, memory_order_acquire, memory_order_acquire);
               used = expected);
    }
    (void)used;
}
#undef REPEAT

double baseline_word(baseline_op_t op, uint64_t *word)
{
    const double start = baseline_now();

    baseline_work(op, word);
    return (baseline_now() - start) / BASELINE_OPS;
}

/* started: counts threads; go: set to 1 when all have started.  Both acquire and release. */
typedef struct crowd {
    _Alignas(64) uint64_t word;
    _Alignas(64) atomic_int started;
    atomic_int go;
    baseline_op_t op;
} crowd_t;

static void *join_crowd(void *argument)
{
    crowd_t *crowd = argument;

    atomic_fetch_add(&crowd->started, 1);
    while (atomic_load(&crowd->go) == 0)
        sched_yield();
    baseline_work(crowd->op, &crowd->word);
    return NULL;
}

double baseline_crowd(baseline_op_t op, int threads)
{
    crowd_t crowd = {.op = op};
    pthread_t ids[CROWD_MOST];
    int count = 0;

    while (count < threads && count < CROWD_MOST &&
           pthread_create(&ids[count], NULL, join_crowd, &crowd) == 0)
        count++;
    while (atomic_load(&crowd.started) < count)
        sched_yield();
    const double start = baseline_now();
    atomic_store(&crowd.go, 1);
    for (int i = 0; i < count; i++)
        pthread_join(ids[i], NULL);
    return (baseline_now() - start) / ((double)count * BASELINE_OPS);
}

/* ---- Ping-pong ------------------------------------------------------------------------------- */

int baseline_processors(void)
{
    cpu_set_t allowed;

    return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

/* turn: the only shared word.  Odd values are stored by the server, even ones by the other. */
typedef struct court {
    _Alignas(64) atomic_uint_fast64_t turn;
} court_t;

static void *return_balls(void *argument)
{
    court_t *court = argument;

    for (uint64_t turn = 1; turn < 2 * TURNS; turn += 2) {
        while (atomic_load_explicit(&court->turn, memory_order_acquire) != turn) {
        }
        atomic_store_explicit(&court->turn, turn + 1, memory_order_release);
    }
    return NULL;
}

static void *serve_balls(void *argument)
{
    court_t *court = argument;

    for (uint64_t turn = 0; turn < 2 * TURNS; turn += 2) {
        atomic_store_explicit(&court->turn, turn + 1, memory_order_release);
        while (atomic_load_explicit(&court->turn, memory_order_acquire) != turn + 2) {
        }
    }
    return NULL;
}

static int start_pinned(int processor, void *(*body)(void *), court_t *court, pthread_t *thread)
{
    pthread_attr_t attributes;
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((size_t)processor, &set);
    pthread_attr_init(&attributes);
    pthread_attr_setaffinity_np(&attributes, sizeof(set), &set);
    const int error = pthread_create(thread, &attributes, body, court);
    pthread_attr_destroy(&attributes);
    return error;
}

/* The first two processors that this process may use.  Returns how many there are. */
static int first_processors(int processors[2])
{
    cpu_set_t allowed;
    int found = 0;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return 0;
    for (int i = 0; i < CPU_SETSIZE && found < 2; i++)
        if (CPU_ISSET((size_t)i, &allowed))
            processors[found++] = i;
    return found;
}

static void set_affinity_of_all_threads(const cpu_set_t *set)
{
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *task;

    if (tasks == NULL)
        return;
    while ((task = readdir(tasks)) != NULL) {
        const long thread = strtol(task->d_name, NULL, 10);
        if (thread > 0)
            sched_setaffinity((pid_t)thread, sizeof(*set), set);
    }
    closedir(tasks);
}

void baseline_pin(int which)
{
    static cpu_set_t before;
    int processors[2];
    cpu_set_t set;

    if (which < 0) {
        set_affinity_of_all_threads(&before);
        return;
    }
    sched_getaffinity(0, sizeof(before), &before);
    if (first_processors(processors) < 2)
        return;
    CPU_ZERO(&set);
    CPU_SET((size_t)processors[which], &set);
    set_affinity_of_all_threads(&set);
}

double baseline_ping_pong(void)
{
    court_t court = {0};
    pthread_t threads[2];
    int processors[2];

    if (first_processors(processors) < 2)
        return -1.0;
    const double start = baseline_now();
    if (start_pinned(processors[0], serve_balls, &court, &threads[0]) != 0)
        return -1.0;
    if (start_pinned(processors[1], return_balls, &court, &threads[1]) != 0) {
        return_balls(&court); /* lets the first thread end */
        pthread_join(threads[0], NULL);
        return -1.0;
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return (baseline_now() - start) / (2.0 * (double)TURNS);
}
