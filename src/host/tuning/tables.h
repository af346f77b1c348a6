/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tables of algorithms (choices.h) and cutovers (cutovers.h) as text: the built-in one, and
 * rows inserted before it.  Does not depend on a job.
 */
#ifndef ISHMEMI_HOST_TABLES_H
#define ISHMEMI_HOST_TABLES_H

#include "row.h"

/* The built-in rows, one per line: those of tuning/cpu.tuning and tuning/gpu.tuning. */
extern const char ishmemi_tuning_cpu[];
extern const char ishmemi_tuning_gpu[];

/* Adds a row to the table to which it belongs: 0, or -1 if none accepts it. */
typedef int (*ishmemi_tables_add_fn)(const ishmemi_row_t *row, ishmemi_source_t source);
int ishmemi_tables_add(const ishmemi_row_t *row, ishmemi_source_t source);

/* The characters between rows. */
extern const char ishmemi_tables_blanks[];

/* Adds the rows of a text.  NULL, or the row in the text that is not accepted. */
const char *ishmemi_tables_read(const char *text, ishmemi_tables_add_fn add,
                                ishmemi_source_t source);

/* Fills both tables with the built-in rows for processors or for GPUs.  NULL; or what is wrong
 * with them: a row that is not accepted, or the name of an entry without a row for all sizes and
 * teams. */
const char *ishmemi_tables_open(bool is_cpu);

#endif
