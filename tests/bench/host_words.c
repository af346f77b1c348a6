/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of host_bench that measures single words of PE 1's heap, or of PE 0's where all PEs meet.
 * A limit is the plain instruction, in a loop, on the same word by the address that ishmem_ptr
 * gives.  Routine and instruction are measured in turn.
 */
#include "host_bench.h"

#include "baseline.h"
#include "ishmem.h"
#include "table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 15 };

static uint64_t own_word; /* where the host does not reach heaps */

typedef void work_t(uint64_t *word, int pe);

#define WORK(NAME, STATEMENT)                         \
    static void NAME(uint64_t *word, int pe)          \
    {                                                 \
        for (uint64_t i = 0; i < BASELINE_OPS; i++) { \
            STATEMENT;                                \
        }                                             \
    }
WORK(work_p, ishmem_uint64_p(word, i, pe))
WORK(work_g, (void)ishmem_uint64_g(word, pe))
WORK(work_set, ishmem_uint64_atomic_set(word, i, pe))
WORK(work_fetch, (void)ishmem_uint64_atomic_fetch(word, pe))
WORK(work_add, ishmem_uint64_atomic_add(word, 1, pe))
WORK(work_fetch_add, (void)ishmem_uint64_atomic_fetch_add(word, 1, pe))
WORK(work_swap, (void)ishmem_uint64_atomic_swap(word, i, pe))
WORK(work_compare_swap, (void)ishmem_uint64_atomic_compare_swap(word, i, i + 1, pe))

/* is_atomic: the plain operation is one atomic instruction, and no plain load or store. */
static const struct {
    const char *name;
    work_t *work;
    baseline_op_t op;
    bool is_atomic;
} routines[] = {
    {"p", work_p, BASELINE_STORE, false},
    {"g", work_g, BASELINE_LOAD, false},
    {"atomic_set", work_set, BASELINE_STORE, false},
    {"atomic_fetch", work_fetch, BASELINE_LOAD, false},
    {"atomic_add", work_add, BASELINE_ADD, true},
    {"atomic_fetch_add", work_fetch_add, BASELINE_FETCH_ADD, true},
    {"atomic_swap", work_swap, BASELINE_SWAP, true},
    {"atomic_compare_swap", work_compare_swap, BASELINE_COMPARE_SWAP, true},
};
enum { ROUTINES = sizeof(routines) / sizeof(routines[0]) };

/* ---- By one PE -------------------------------------------------------------------------------- */

static double seconds_of(work_t *work, uint64_t *word)
{
    const double start = baseline_now();

    work(word, 1);
    return (baseline_now() - start) / BASELINE_OPS;
}

static void compare_alone(size_t which, uint64_t *word)
{
    uint64_t *const view = host_view(word, 1, &own_word);
    double ours[SAMPLES];
    double limits[SAMPLES];
    char name[64];

    for (size_t i = 0; i < SAMPLES; i++) {
        ours[i] = seconds_of(routines[which].work, word);
        limits[i] = baseline_word(routines[which].op, view);
    }
    snprintf(name, sizeof(name), "%s, alone", routines[which].name);
    table_row(name, 1e9 * baseline_median(ours, SAMPLES), "ns", "plain",
              1e9 * baseline_median(limits, SAMPLES),
              routines[which].is_atomic ? "ratio at most 1.3" : "");
}

/* ---- By all PEs on one word -------------------------------------------------------------------- */

/* Collective: seconds from the first to the last, between two operations of any PEs. */
static double seconds_together(bool plain, size_t which, uint64_t *word)
{
    ishmem_barrier_all();
    const double start = baseline_now();
    if (plain)
        baseline_work(routines[which].op, host_view(word, 0, &own_word));
    else
        routines[which].work(word, 0);
    ishmem_barrier_all();
    return (baseline_now() - start) / ((double)BASELINE_OPS * ishmem_n_pes());
}

static void compare_together(size_t which, uint64_t *word)
{
    double ours[SAMPLES];
    double limits[SAMPLES];
    char name[64];

    for (size_t i = 0; i < SAMPLES; i++) {
        ours[i] = seconds_together(false, which, word);
        limits[i] = seconds_together(true, which, word);
    }
    if (ishmem_my_pe() != 0)
        return;
    snprintf(name, sizeof(name), "%s, %d PEs on one word", routines[which].name, ishmem_n_pes());
    table_row(name, 1e9 * baseline_median(ours, SAMPLES), "ns", "plain",
              1e9 * baseline_median(limits, SAMPLES), "ratio at most 1.3");
}

void host_words(void)
{
    uint64_t *const word = ishmem_calloc(1, sizeof(*word));

    if (word == NULL) {
        fprintf(stderr, "host_bench: no symmetric memory for a word\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < ROUTINES && ishmem_my_pe() == 0; i++)
        compare_alone(i, word);
    for (size_t i = 0; i < ROUTINES; i++)
        if (routines[i].is_atomic)
            compare_together(i, word);
    ishmem_free(word);
}
