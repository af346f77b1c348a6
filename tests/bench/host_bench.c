/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * host_bench: what host routines cost between two PEs, each figure beside what the machine does
 * without the library in the same run.
 *
 *     mpiexec -n 2 host_bench
 *     taskset -c 0,1 mpiexec -n 8 host_bench      barriers of 8 PEs on 2 processors
 *
 * Every figure is the median of several batches.  Nothing is asserted.
 */
#include "host_bench.h"

#include "baseline.h"
#include "ishmemx.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SAMPLES = 9, TURNS = 20000, SYNCS = 5000 };

static int me;

void *host_view(const void *symmetric, int pe, void *instead)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};

    if (zeDeviceGetProperties(ishmemx_ze_device(), &properties) != ZE_RESULT_SUCCESS ||
        properties.type != ZE_DEVICE_TYPE_CPU)
        return instead;
    void *const view = ishmem_ptr(symmetric, pe);
    return view != NULL ? view : instead;
}

/* ---- Ping-pong of one word between PEs 0 and 1 ---------------------------------------------- */

/* PEs 0 and 1, pinned: seconds one way. */
static double time_ping_pong(long *word, long turn)
{
    const long end = turn + TURNS;

    baseline_pin(me);
    const double start = baseline_now();
    while (turn < end) {
        turn++;
        if (me == 0) {
            ishmem_long_p(word, turn, 1);
            ishmem_long_wait_until(word, ISHMEM_CMP_GE, turn);
        } else {
            ishmem_long_wait_until(word, ISHMEM_CMP_GE, turn);
            ishmem_long_p(word, turn, 0);
        }
    }
    const double seconds = (baseline_now() - start) / TURNS / 2;
    baseline_pin(-1);
    return seconds;
}

/* The samples are taken in turn with those of two threads, while the others sleep. */
static void ping_pong(void)
{
    const struct timespec pause = {0, 1000000};
    long *const word = ishmem_calloc(8, sizeof(*word));
    long *const over = ishmem_calloc(8, sizeof(*over)); /* samples of two threads that PE 0 took */
    double ours[SAMPLES];
    double limits[SAMPLES];

    for (long i = 0; i < SAMPLES; i++) {
        ishmem_barrier_all();
        ours[i] = me < 2 ? time_ping_pong(word, i * TURNS) : 0.0;
        if (me == 0) {
            limits[i] = baseline_ping_pong();
            for (int pe = 1; pe < ishmem_n_pes(); pe++)
                ishmem_long_p(over, i + 1, pe);
        } else {
            while (!ishmem_long_test(over, ISHMEM_CMP_GT, i))
                nanosleep(&pause, NULL);
        }
    }
    if (me == 0)
        table_row("p and wait_until, one way", 1e9 * baseline_median(ours, SAMPLES), "ns",
                  "two threads", 1e9 * baseline_median(limits, SAMPLES), "");
    ishmem_free(over);
    ishmem_free(word);
}

/* ---- Barriers -------------------------------------------------------------------------------- */

static double seconds_of_barrier(void (*routine)(void))
{
    double samples[SAMPLES];

    for (int i = 0; i < SAMPLES; i++) {
        const double start = baseline_now();
        for (int k = 0; k < SYNCS; k++)
            routine();
        samples[i] = (baseline_now() - start) / SYNCS;
    }
    return baseline_median(samples, SAMPLES);
}

static void barriers(void)
{
    const double sync = seconds_of_barrier(ishmem_sync_all);
    const double barrier = seconds_of_barrier(ishmem_barrier_all);
    char name[64];

    if (me != 0)
        return;
    snprintf(name, sizeof(name), "sync_all, %d PEs", ishmem_n_pes());
    table_row(name, 1e9 * sync, "ns", "", 0.0, "");
    snprintf(name, sizeof(name), "barrier_all, %d PEs", ishmem_n_pes());
    table_row(name, 1e9 * barrier, "ns", "", 0.0, "");
}

int main(void)
{
    ishmem_init();
    me = ishmem_my_pe();
    if (ishmem_n_pes() < 2) {
        fprintf(stderr, "host_bench: needs at least 2 PEs\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    if (me == 0)
        table_head();
    barriers();
    ping_pong();
    host_words();
    host_copies();
    ishmem_finalize();
    return EXIT_SUCCESS;
}
