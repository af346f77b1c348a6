/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * device_bench: what launches, device-initiated communication and start-up cost.
 *
 *     mpiexec -n 2 device_bench
 *     taskset -c 0,1 mpiexec -n 4 device_bench      4 PEs on 2 processors; likewise 8
 *
 * Every figure is the median of several samples and stands beside the limit that it is compared
 * with, measured in the same run.  PEs that take no part in a measurement sleep.  Nothing is
 * asserted: the goals are printed beside the figures.
 */
#define _POSIX_C_SOURCE 200809L
#include "device_bench.h"

#include "baseline.h"
#include "memory_use.h"
#include "module_load.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LAUNCH_SAMPLES = 2000,
    COPY_GROUP_ITEMS = 512,
    COPY_VECTOR_BYTES = 16,
    GROUP_BARRIERS = 2000,
    PING_PONG_TURNS = 50000,
    PING_PONG_SAMPLES = 15,
    BARRIERS = 2000
};
#define MIB 1048576.0

/* ---- PEs that take no part ------------------------------------------------------------------ */

/* On a PE that takes no part: sleeps until PE 0 has ended the measurement. */
static void sleep_through(bench_t *bench)
{
    const struct timespec pause = {0, 1000000};

    bench->phases++;
    while (ishmem_uint64_atomic_fetch(bench->phase, bench->me) < bench->phases)
        nanosleep(&pause, NULL);
}

/* On PE 0: wakes the others. */
static void wake(bench_t *bench)
{
    bench->phases++;
    for (int pe = 1; pe < bench->n_pes; pe++)
        ishmem_uint64_atomic_set(bench->phase, bench->phases, pe);
    ishmem_quiet();
}

/* Collective; the result is right on PE 0. */
static double largest_over_pes(const bench_t *bench, double value)
{
    ishmem_double_p(bench->reports + bench->me, value, 0);
    ishmem_barrier_all();
    for (int pe = 0; pe < bench->n_pes; pe++) {
        const double other = ishmem_double_g(bench->reports + pe, 0);
        value = other > value ? other : value;
    }
    ishmem_barrier_all();
    return value;
}

/* ---- Measurements of PE 0 alone ------------------------------------------------------------- */

double bench_launch(const bench_t *bench, ze_kernel_handle_t kernel, uint32_t groups)
{
    const double start = baseline_now();

    launch_start(&bench->program, kernel, groups, false);
    launch_wait(&bench->program);
    return baseline_now() - start;
}

/* Median seconds of a launch, after one that does not count. */
static double median_launch(const bench_t *bench, ze_kernel_handle_t kernel, uint32_t groups)
{
    double samples[SAMPLES];

    bench_launch(bench, kernel, groups);
    for (size_t i = 0; i < SAMPLES; i++)
        samples[i] = bench_launch(bench, kernel, groups);
    return baseline_median(samples, SAMPLES);
}

/* Seconds of memcpy between buffers of the host. */
static double copy_in_host_memory(size_t bytes)
{
    char *from = calloc(1, bytes);
    char *to = calloc(1, bytes);

    if (from == NULL || to == NULL)
        launch_fail("no memory for a copy of %zu bytes", bytes);
    const double seconds = baseline_copy(to, from, bytes);
    free(to);
    free(from);
    return seconds;
}

void bench_against_memcpy(const bench_t *bench, ze_kernel_handle_t kernel, uint32_t groups,
                          void *destination, const void *source, size_t bytes, double *seconds,
                          double *limit)
{
    double launches[SAMPLES];
    double copies[SAMPLES];

    bench_launch(bench, kernel, groups);
    for (size_t i = 0; i < SAMPLES; i++) {
        launches[i] = bench_launch(bench, kernel, groups);
        copies[i] = bench->host_reaches ? baseline_copy(destination, source, bytes)
                                        : copy_in_host_memory(bytes);
    }
    *seconds = baseline_median(launches, SAMPLES);
    *limit = baseline_median(copies, SAMPLES);
}

static void measure_launch(const bench_t *bench)
{
    static double samples[LAUNCH_SAMPLES];
    ze_kernel_handle_t kernel;

    launch_kernel_create(&bench->program, "bench_empty", 1, 0, NULL, &kernel);
    for (size_t i = 0; i < LAUNCH_SAMPLES; i++)
        samples[i] = bench_launch(bench, kernel, 1);
    table_row("empty launch to completion", 1e6 * baseline_median(samples, LAUNCH_SAMPLES), "us",
              "", 0.0, "at most 10 us");
    launch_kernel_destroy(kernel);
}

static void measure_copy(const bench_t *bench)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(bench->destination),
                                           LAUNCH_ARGUMENT(bench->source)};
    const uint32_t groups = COPY_BYTES / COPY_VECTOR_BYTES / COPY_GROUP_ITEMS;
    ze_kernel_handle_t kernel;
    double seconds;
    double limit;

    launch_kernel_create(&bench->program, "bench_copy", COPY_GROUP_ITEMS, 2, arguments, &kernel);
    bench_against_memcpy(bench, kernel, groups, bench->destination, bench->source, COPY_BYTES,
                         &seconds, &limit);
    table_row("copy kernel, 64 MiB", COPY_BYTES / seconds / 1e9, "GB/s", "memcpy",
              COPY_BYTES / limit / 1e9, "ratio at least 0.9");
    launch_kernel_destroy(kernel);
}

static void measure_group_barrier(const bench_t *bench)
{
    const uint32_t repetitions = GROUP_BARRIERS;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(repetitions)};
    ze_kernel_handle_t kernel;

    launch_kernel_create(&bench->program, "bench_group_barrier", GROUP_ITEMS, 1, arguments,
                         &kernel);
    table_row("work_group_barrier of 256 work-items",
              1e6 * median_launch(bench, kernel, 1) / GROUP_BARRIERS, "us", "", 0.0,
              "at most 4 us");
    launch_kernel_destroy(kernel);
}

static void measure_module_load(void)
{
    double uncached;
    double cached;

    module_load_measure(DEVICE_BENCH_LIBRARY, &uncached, &cached);
    if (uncached >= 0.0)
        table_row("device library, compiled", 1e3 * uncached, "ms", "", 0.0, "");
    if (cached >= 0.0)
        table_row("device library, second time", 1e3 * cached, "ms", "", 0.0, "at most 10 ms");
}

static void measure_alone(const bench_t *bench)
{
    measure_launch(bench);
    measure_copy(bench);
    measure_group_barrier(bench);
    measure_module_load();
    bench_forms(bench);
}

/* ---- Measurements of several PEs ------------------------------------------------------------- */

/* PEs 0 and 1, pinned: seconds one way.  The words of a sample go on from those of the last. */
static double time_ping_pong(const bench_t *bench, uint64_t sample)
{
    const uint32_t turns = PING_PONG_TURNS;
    const int32_t partner = 1 - bench->me;
    const int32_t serves = bench->me == 0;
    const uint64_t start = sample * turns;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(bench->word), LAUNCH_ARGUMENT(start),
                                           LAUNCH_ARGUMENT(turns), LAUNCH_ARGUMENT(partner),
                                           LAUNCH_ARGUMENT(serves)};
    ze_kernel_handle_t kernel;

    launch_kernel_create(&bench->program, "bench_ping_pong", 1, 5, arguments, &kernel);
    baseline_pin(bench->me);
    const double seconds = bench_launch(bench, kernel, 1) / (2.0 * turns);
    baseline_pin(-1);
    launch_kernel_destroy(kernel);
    return seconds;
}

/* Collective.  The samples are taken in turn with those of two threads, while others sleep. */
static void measure_ping_pong(bench_t *bench)
{
    double ours[PING_PONG_SAMPLES];
    double limits[PING_PONG_SAMPLES];

    for (size_t i = 0; i < PING_PONG_SAMPLES; i++) {
        ishmem_barrier_all();
        ours[i] = bench->me < 2 ? time_ping_pong(bench, i) : 0.0;
        if (bench->me == 0) {
            limits[i] = baseline_ping_pong();
            wake(bench);
        } else {
            sleep_through(bench);
        }
    }
    if (bench->me == 0)
        table_row("p and wait_until, one way", 1e6 * baseline_median(ours, PING_PONG_SAMPLES), "us",
                  "two threads", 1e6 * baseline_median(limits, PING_PONG_SAMPLES),
                  "ratio at most 2");
}

/* Collective. */
static void measure_barrier_all(const bench_t *bench)
{
    const uint32_t repetitions = BARRIERS;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(repetitions)};
    const char *goal = bench->n_pes == 2   ? "at most 1 us on 2 processors"
                       : bench->n_pes == 4 ? "at most 20 us on 2 processors"
                       : bench->n_pes == 8 ? "at most 80 us on 2 processors"
                                           : "";
    double samples[SAMPLES];
    ze_kernel_handle_t kernel;
    char name[64];

    launch_kernel_create(&bench->program, "bench_barrier_all", 1, 1, arguments, &kernel);
    for (size_t i = 0; i < SAMPLES; i++) {
        ishmem_barrier_all();
        samples[i] = bench_launch(bench, kernel, 1) / BARRIERS;
    }
    launch_kernel_destroy(kernel);
    snprintf(name, sizeof(name), "barrier_all in a kernel, %d PEs", bench->n_pes);
    if (bench->me == 0)
        table_row(name, 1e6 * baseline_median(samples, SAMPLES), "us", "", 0.0, goal);
}

/* Collective. */
static void measure_memory(const bench_t *bench)
{
    const void **heaps = calloc((size_t)bench->n_pes, sizeof(*heaps));

    if (heaps == NULL)
        launch_fail("no memory for %d addresses", bench->n_pes);
    for (int pe = 0; pe < bench->n_pes; pe++)
        heaps[pe] = ishmem_ptr(bench->word, pe);
    const double bytes = largest_over_pes(bench, memory_use_beyond(heaps, (size_t)bench->n_pes));
    free(heaps);
    if (bench->me == 0)
        table_row("memory beyond the heap, largest PE", bytes / MIB, "MiB", "", 0.0,
                  "at most 64 MiB");
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* Whether the host may load and store heaps: where the device is a processor. */
static bool host_reaches_heaps(void)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    return properties.type == ZE_DEVICE_TYPE_CPU;
}

static void bench_open(bench_t *bench)
{
    bench->me = ishmem_my_pe();
    bench->n_pes = ishmem_n_pes();
    bench->host_reaches = host_reaches_heaps();
    bench->source = ishmem_calloc(1, COPY_BYTES);
    bench->destination = ishmem_calloc(1, COPY_BYTES);
    bench->word = ishmem_calloc(1, sizeof(*bench->word));
    bench->phase = ishmem_calloc(1, sizeof(*bench->phase));
    bench->reports = ishmem_calloc((size_t)bench->n_pes, sizeof(*bench->reports));
    if (bench->source == NULL || bench->destination == NULL || bench->word == NULL ||
        bench->phase == NULL || bench->reports == NULL)
        launch_fail("the symmetric heap has no room for two buffers of 64 MiB: set "
                    "ISHMEM_SYMMETRIC_SIZE");
    launch_open("device_bench.spv", &bench->program);
}

static void bench_close(bench_t *bench)
{
    launch_close(&bench->program);
    ishmem_free(bench->reports);
    ishmem_free(bench->phase);
    ishmem_free(bench->word);
    ishmem_free(bench->destination);
    ishmem_free(bench->source);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], MODULE_LOAD_OPTION) == 0)
        return module_load_child(argv[2]);

    const double start = baseline_now();
    ishmem_init();
    const double init_seconds = baseline_now() - start;
    bench_t bench = {0};
    bench_open(&bench);

    const double longest = largest_over_pes(&bench, init_seconds);
    if (bench.me == 0) {
        table_head();
        table_row("ishmem_init, slowest PE", longest, "s", "", 0.0, "at most 1 s with 4 PEs");
    }
    measure_memory(&bench);
    if (bench.me == 0) {
        measure_alone(&bench);
        wake(&bench);
    } else {
        sleep_through(&bench);
    }
    if (bench.n_pes > 1)
        measure_ping_pong(&bench);
    ishmem_barrier_all();
    measure_barrier_all(&bench);
    bench_close(&bench);
    ishmem_finalize();
    return EXIT_SUCCESS;
}
