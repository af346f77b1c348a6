/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * openshmem_calls: what OpenSHMEM's calls cost.  It knows only the shmem.h of version 1.4, so that it can be
 * built against any OpenSHMEM; openshmem_beside.py runs it by libishmem and by another one in turn.
 *
 *     mpiexec -n 2 openshmem_calls [DIVISOR]
 *
 * PE 0 prints a line for the library and a line for each call: its name, a tab, and the median of several
 * batches in nanoseconds.  DIVISOR makes the batches shorter.
 */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 21, CALLS = 10000, COLLECTIVES = 2000, LARGE_CALLS = 20, LARGE = 1 << 17 };
#define WORK_SIZE (SHMEM_REDUCE_MIN_WRKDATA_SIZE > 1 ? SHMEM_REDUCE_MIN_WRKDATA_SIZE : 1)

static long words[256], source[256], result;
static long *large, *large_source;
/* Two of each, in turn, since a PE may still be in the call before. */
static long pSync[2][SHMEM_REDUCE_SYNC_SIZE], collect_pSync[2][SHMEM_COLLECT_SYNC_SIZE];
static long pWrk[2][WORK_SIZE];
static int target, divisor = 1;

/* `calls` calls, and what completes them. */
#define BATCH(NAME, CALL)                 \
    static void batch_##NAME(int calls)   \
    {                                     \
        for (int i = 0; i < calls; i++) { \
            CALL;                         \
        }                                 \
        shmem_quiet();                    \
    }
BATCH(my_pe, result += shmem_my_pe())
BATCH(put_8, shmem_long_put(words, source, 1, target))
BATCH(put_1k, shmem_long_put(words, source, 128, target))
BATCH(put_1m, shmem_long_put(large, large_source, LARGE, target))
BATCH(get_8, shmem_long_get(source, words, 1, target))
BATCH(get_1m, shmem_long_get(large_source, large, LARGE, target))
BATCH(p, shmem_long_p(words, i, target))
BATCH(g, result += shmem_long_g(words, target))
BATCH(add, shmem_long_atomic_add(words, 1, target))
BATCH(fetch_add, result += shmem_long_atomic_fetch_add(words, 1, target))
BATCH(compare_swap, result += shmem_long_atomic_compare_swap(words, i, i + 1, target))
BATCH(test, result += shmem_long_test(words + 8, SHMEM_CMP_EQ, 0))
BATCH(barrier, shmem_barrier_all())
BATCH(sum, shmem_long_sum_to_all(words, words + 16, 1, 0, 0, 2, pWrk[i % 2], pSync[i % 2]))
BATCH(fcollect, shmem_fcollect64(words, words + 16, 1, 0, 0, 2, collect_pSync[i % 2]))

/* PE 0 and PE 1 by turns: a word goes and another one comes. */
static void batch_ping_pong(int calls)
{
    static long flag, value;
    const int me = shmem_my_pe();
    for (int i = 0; i < calls; i++) {
        value++;
        if (me == 0) {
            shmem_long_p(&flag, value, target);
        }
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, value);
        if (me == 1) {
            shmem_long_p(&flag, value, target);
        }
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

static void row(const char *name, int most, int is_collective, void (*batch)(int))
{
    double samples[SAMPLES];
    const int calls = most / divisor > 1 ? most / divisor : 1;
    shmem_barrier_all();
    for (int i = 0; i < SAMPLES && (is_collective || shmem_my_pe() == 0); i++) {
        const double start = now();
        batch(calls);
        samples[i] = (now() - start) / calls;
    }
    shmem_barrier_all();
    if (shmem_my_pe() == 0) {
        qsort(samples, SAMPLES, sizeof *samples, compare);
        printf("%s\t%.2f\n", name, samples[SAMPLES / 2]);
    }
}

static void measure(void)
{
    row("shmem_my_pe", CALLS, 0, batch_my_pe);
    row("shmem_long_put, 8 B", CALLS, 0, batch_put_8);
    row("shmem_long_put, 1 KiB", CALLS, 0, batch_put_1k);
    row("shmem_long_put, 1 MiB", LARGE_CALLS, 0, batch_put_1m);
    row("shmem_long_get, 8 B", CALLS, 0, batch_get_8);
    row("shmem_long_get, 1 MiB", LARGE_CALLS, 0, batch_get_1m);
    row("shmem_long_p", CALLS, 0, batch_p);
    row("shmem_long_g", CALLS, 0, batch_g);
    row("shmem_long_atomic_add", CALLS, 0, batch_add);
    row("shmem_long_atomic_fetch_add", CALLS, 0, batch_fetch_add);
    row("shmem_long_atomic_compare_swap", CALLS, 0, batch_compare_swap);
    row("shmem_long_test", CALLS, 0, batch_test);
    row("shmem_long_p and _wait_until, there and back", COLLECTIVES, 1, batch_ping_pong);
    row("shmem_barrier_all", COLLECTIVES, 1, batch_barrier);
    row("shmem_long_sum_to_all, 8 B", COLLECTIVES, 1, batch_sum);
    row("shmem_fcollect64, 8 B", COLLECTIVES, 1, batch_fcollect);
}

static void prepare(void)
{
    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) {
        pSync[0][i] = pSync[1][i] = SHMEM_SYNC_VALUE;
    }
    for (int i = 0; i < SHMEM_COLLECT_SYNC_SIZE; i++) {
        collect_pSync[0][i] = collect_pSync[1][i] = SHMEM_SYNC_VALUE;
    }
    large = shmem_malloc(LARGE * sizeof *large);
    large_source = malloc(LARGE * sizeof *large_source);
    if (!large || !large_source) {
        fprintf(stderr, "openshmem_calls: no memory\n");
        shmem_global_exit(1);
        abort();
    }
    memset(large, 0, LARGE * sizeof *large);
    memset(large_source, 1, LARGE * sizeof *large_source);
}

int main(int argc, char **argv)
{
    shmem_init();
    const int me = shmem_my_pe();
    divisor = argc > 1 && atoi(argv[1]) > 1 ? atoi(argv[1]) : 1;
    target = 1 - me;
    if (shmem_n_pes() != 2) {
        fprintf(stderr, "openshmem_calls: %d PEs, expected 2\n", shmem_n_pes());
        shmem_global_exit(1);
    }
    prepare();
    if (me == 0) {
        printf("# %s\n", SHMEM_VENDOR_STRING);
    }
    measure();
    if (me == 0) {
        printf("# end\n");
        fflush(stdout);
    }
    shmem_barrier_all();
    free(large_source);
    shmem_free(large);
    shmem_finalize();
    return 0;
}
