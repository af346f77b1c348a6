/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_STATS: how often each routine was called, with how many bytes, how long it took and
 * waited, and how much each PE has sent to each other PE.
 */
#ifndef ISHMEMI_STATS_H
#define ISHMEMI_STATS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* For a routine on a path (ishmemi_observe_path_t). */
typedef struct ishmemi_stats_row {
    char routine[80];
    uint64_t path;
    uint64_t calls;
    uint64_t bytes;
    uint64_t ns;
    uint64_t waited_ns;
} ishmemi_stats_row_t;

/* For a job. */
typedef struct ishmemi_stats {
    int n_pes;
    double seconds;
    size_t n_rows;
    ishmemi_stats_row_t *rows;
    uint64_t *moved; /* [n_pes * n_pes] bytes from PE i's memory to PE j's, at i * n_pes + j */
} ishmemi_stats_t;

/* Counts calls from now on if the environment asks for it. */
void ishmemi_stats_open(void);

/* Collective: PE 0 prints the statistics if the environment asks for it.  No thread is in a
 * call. */
void ishmemi_stats_close(void);

/* ---- The table ------------------------------------------------------------------------------- */

void ishmemi_stats_print(const ishmemi_stats_t *stats, FILE *out);
/* Prints one object in one line. */
void ishmemi_stats_print_json(const ishmemi_stats_t *stats, FILE *out);

#endif
