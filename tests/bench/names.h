/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What calls by other names cost beside the same calls by libishmem's, in one run, their samples taken in
 * turn.  For one program that defines NAMES_QUIET(), the quiet by the other names, before it includes this.
 */
#ifndef BENCH_NAMES_H
#define BENCH_NAMES_H

#include "baseline.h"
#include "ishmem.h"
#include "table.h"

#include <stdbool.h>
#include <stdio.h>

enum { SAMPLES = 41, CALLS = 20000, FAR_CALLS = 500 };

static long *words;
static long source[128], fetched;
static int calls, target;

/* A batch of each name; PE 0 makes the calls, or all PEs if they are collective. */
#define BATCHES(NAME, OURS, THEIRS)       \
    static void NAME##_ours(void)         \
    {                                     \
        for (int i = 0; i < calls; i++) { \
            OURS;                         \
        }                                 \
        ishmem_quiet();                   \
    }                                     \
    static void NAME##_theirs(void)       \
    {                                     \
        for (int i = 0; i < calls; i++) { \
            THEIRS;                       \
        }                                 \
        NAMES_QUIET();                    \
    }

#define ROW(NAME, TITLE, IS_COLLECTIVE) row(TITLE, IS_COLLECTIVE, NAME##_ours, NAME##_theirs)

static double seconds_of(void (*batch)(void))
{
    const double start = baseline_now();
    batch();
    return (baseline_now() - start) / calls;
}

static void row(const char *name, bool is_collective, void (*by_ours)(void),
                void (*by_theirs)(void))
{
    double ours[SAMPLES], theirs[SAMPLES];
    ishmem_barrier_all();
    if (is_collective || ishmem_my_pe() == 0) {
        for (int i = 0; i < SAMPLES; i++) {
            ours[i] = seconds_of(by_ours);
            theirs[i] = seconds_of(by_theirs);
        }
    }
    ishmem_barrier_all();
    if (ishmem_my_pe() == 0) {
        table_row(name, 1e9 * baseline_median(theirs, SAMPLES), "ns", "by libishmem's name",
                  1e9 * baseline_median(ours, SAMPLES), "");
    }
}

/* After the start by the other names. */
static void open_rows(const char *program)
{
    if (ishmem_n_pes() != 2) {
        fprintf(stderr, "%s: needs 2 PEs\n", program);
        ishmem_global_exit(1);
    }
    words = ishmem_calloc(256, sizeof *words);
    target = 1 - ishmem_my_pe();
    calls = ishmem_ptr(words, target) ? CALLS : FAR_CALLS;
    if (ishmem_my_pe() == 0) {
        table_head(false);
    }
}

#endif
