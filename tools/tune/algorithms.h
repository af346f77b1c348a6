/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ways that can be forced upon the library: each collective's algorithms, and what copies on a
 * command list.
 */
#ifndef TUNE_ALGORITHMS_H
#define TUNE_ALGORITHMS_H

#include "crossover.h"

#define TUNE_NEAR_WAYS 2

/* Something that the tables have rows for. */
typedef struct tune_subject {
    const char *name;                      /* as in the tables */
    bool is_cutover;                       /* its ways are kernel and copy */
    bool is_sizeless;                      /* one way is for all sizes */
    const char *ways[TUNE_WAYS];           /* ended by NULL */
    const char *near_ways[TUNE_NEAR_WAYS]; /* those that need load and store */
    const char *hosts_way;                 /* the one that needs hosts with several, or "" */
    perf_benchmark_t benchmark;
    size_t spread; /* bytes of a call, divided by the bytes that the table means */
} tune_subject_t;

extern const tune_subject_t tune_subjects[];
extern const size_t tune_n_subjects;

/* The largest number of ways of a subject. */
size_t tune_rounds(void);

/* The way that a subject takes in a round in such teams, or -1 for none that has to be measured. */
int tune_way_of(const tune_subject_t *subject, size_t round, tune_path_t path);

/* Sets the variables that make the library take the ways of a round from its next start on. */
void tune_round_set(size_t round);

#endif
