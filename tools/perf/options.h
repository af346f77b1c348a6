/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line. */
#ifndef PERF_OPTIONS_H
#define PERF_OPTIONS_H

#include "perf.h"

/* Reads the command line, before the job starts; the benchmarks' names are *first and those after
 * it.  Ends the program if the line is wrong or only asks for help. */
void perf_options_read(int argc, char **argv, perf_options_t *options, int *first);

#endif
