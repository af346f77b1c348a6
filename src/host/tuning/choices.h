/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table from which collectives choose their algorithms.
 */
#ifndef ISHMEMI_HOST_CHOICES_H
#define ISHMEMI_HOST_CHOICES_H

#include "row.h"
#include "shared/team.h"
#include <stdio.h>

/* The host's copy. */
extern ishmemi_choices_t ishmemi_choices;

/* Empties the host's copy; reachable_path: see choice.h. */
void ishmemi_choices_open(uint32_t reachable_path);

/* Inserts a row before the rows of its collective from sources with less priority.  0; or -1 if it
 * names no collective or no algorithm of it, or if there is no room. */
int ishmemi_choices_add(const ishmemi_row_t *row, ishmemi_source_t source);

/* The name of a collective without a row for all sizes and members on some path, or NULL. */
const char *ishmemi_choices_lacking(void);

/* Sets the team's values from the table, words and ways, for its n_pes, flags and near: only ways for
 * which its blocks have room. */
void ishmemi_choices_resolve(ishmemi_team_t *team);

/* Prints the rows in force, with the source of each. */
void ishmemi_choices_print(FILE *out, ishmemi_row_print_fn print);

#endif
