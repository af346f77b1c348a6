/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tables of algorithms (choices.h) and cutovers (cutovers.h) as text: the built-in one, and
 * rows that are put before it.  Knows nothing of a job.
 */
#ifndef ISHMEMI_HOST_TABLES_H
#define ISHMEMI_HOST_TABLES_H

#include "row.h"

/* The built-in rows, a line each: those of tuning/cpu.tuning and tuning/gpu.tuning. */
extern const char ishmemi_tuning_cpu[];
extern const char ishmemi_tuning_gpu[];

/* Gives a row to the tables that it may be of: 0, or -1 if none takes it. */
typedef int (*ishmemi_tables_add_fn)(const ishmemi_row_t *row, ishmemi_source_t source);
int ishmemi_tables_add(const ishmemi_row_t *row, ishmemi_source_t source);

/* What may stand between rows. */
extern const char ishmemi_tables_blanks[];

/* Adds the rows of a text.  NULL; or where in it the row begins that is not taken. */
const char *ishmemi_tables_read(const char *text, ishmemi_tables_add_fn add,
                                ishmemi_source_t source);

/* Both tables are the built-in rows of processors or of GPUs.  NULL; or what is wrong with them: a
 * row that is not taken, or the name of what lacks one for all sizes and teams. */
const char *ishmemi_tables_open(bool is_cpu);

#endif
