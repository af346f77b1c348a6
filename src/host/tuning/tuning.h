/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the tables of algorithms and cutovers come from, in descending priority: the environment,
 * the file that ISHMEM_TUNING names, the built-in rows.
 */
#ifndef ISHMEMI_HOST_TUNING_H
#define ISHMEMI_HOST_TUNING_H

#include <stdio.h>

/* Fills both tables.  0, or -1 after an error message. */
int ishmemi_tuning_open(void);

/* Collective: whether all PEs have the same table of algorithms.  0, or -1 after an error
 * message. */
int ishmemi_tuning_agree(void);

/* Prints what is in force, row by row, with the source of each. */
void ishmemi_tuning_print(FILE *out);
void ishmemi_tuning_print_json(FILE *out);

#endif
