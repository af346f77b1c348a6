/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * checks_bench: what calls of the host cost at each level of ISHMEM_CHECKS, side by side.
 *
 *     mpiexec -n 2 checks_bench
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 checks_bench
 *
 * The job is joined again for each level.  Every figure is the median of several batches; nothing is
 * asserted.
 */
#include "baseline.h"
#include "ishmem.h"
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, BATCHES = 21, NEAR_CALLS = 4000, FAR_CALLS = 100, ROOM = 512 };

static long *words; /* symmetric */
static int target;

static void put_8(void)
{
    ishmem_long_put(words, words + 1, 1, target);
}

static void put_4k(void)
{
    ishmem_long_put(words, words + ROOM, ROOM, target);
}

static void fetch_add(void)
{
    (void)ishmem_long_atomic_fetch_add(words, 1, target);
}

static void barrier(void)
{
    ishmem_barrier_all();
}

static void sum(void)
{
    ishmem_long_sum_reduce(ISHMEM_TEAM_WORLD, words, words + ROOM, 8);
}

static void broadcast(void)
{
    ishmem_long_broadcast(ISHMEM_TEAM_WORLD, words, words + ROOM, ROOM, 0);
}

static const struct {
    const char *name;
    void (*call)(void);
} rows[] = {{"ishmem_long_put, 8 B", put_8},
            {"ishmem_long_put, 4 KiB", put_4k},
            {"ishmem_long_atomic_fetch_add", fetch_add},
            {"ishmem_barrier_all", barrier},
            {"ishmem_long_sum_reduce, 64 B", sum},
            {"ishmem_long_broadcast, 4 KiB", broadcast}};
enum { ROWS = sizeof rows / sizeof *rows };

static double measure(void (*call)(void), int calls)
{
    double samples[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
        ishmem_barrier_all();
        const double start = baseline_now();
        for (int i = 0; i < calls; i++) {
            call();
        }
        samples[batch] = (baseline_now() - start) / calls;
    }
    return baseline_median(samples, BATCHES);
}

/* Returns this PE's number. */
static int measure_level(int level, double seconds[ROWS])
{
    const char text[] = {(char)('0' + level), '\0'};
    setenv("ISHMEM_CHECKS", text, 1);
    ishmem_init();
    const int me = ishmem_my_pe();
    target = (me + 1) % ishmem_n_pes();
    words = ishmem_calloc((size_t)2 * ROOM, sizeof *words);
    const int calls = ishmem_ptr(words, target) ? NEAR_CALLS : FAR_CALLS;
    for (int row = 0; row < ROWS; row++) {
        seconds[row] = measure(rows[row].call, calls);
    }
    ishmem_free(words);
    ishmem_finalize();
    return me;
}

int main(void)
{
    double seconds[LEVELS][ROWS];
    int me = 0;
    for (int level = 0; level < LEVELS; level++) {
        me = measure_level(level, seconds[level]);
    }
    if (me == 0) {
        printf("%-32s %12s %12s %12s\n", "ns a call with ISHMEM_CHECKS", "0", "1", "2");
        for (int row = 0; row < ROWS; row++) {
            printf("%-32s %12.1f %12.1f %12.1f\n", rows[row].name, 1e9 * seconds[0][row],
                   1e9 * seconds[1][row], 1e9 * seconds[2][row]);
        }
    }
    return 0;
}
