/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-tune: what its files share.
 */
#ifndef TUNE_H
#define TUNE_H

#include "perf.h"

enum { TUNE_SIZES = 32, TUNE_WAYS = 8, TUNE_TEAMS = 16 };

typedef struct tune_options {
    perf_options_t perf; /* sizes and samples; kernels as they are called */
    const char *file;    /* what is written */
    bool append;         /* after what it holds */
    size_t repeats; /* of all measurements: the fastest counts, because other work only adds time */
} tune_options_t;

/* How a team's members reach each other, in the words of rows. */
typedef enum tune_path {
    TUNE_NEAR, /* each reaches all others by load and store */
    TUNE_FAR,  /* none reaches another */
    TUNE_HOSTS /* those of a host reach each other */
} tune_path_t;

/* Reads the command line, before the job starts.  Ends the program if the line is wrong or only
 * asks for help. */
void tune_options_read(int argc, char **argv, tune_options_t *options);

/* The sizes that are measured, ascending. */
typedef struct tune_sizes {
    size_t bytes[TUNE_SIZES];
    size_t count;
} tune_sizes_t;

#endif
