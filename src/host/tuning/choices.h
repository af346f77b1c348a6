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

/* The host's copy has no rows; reachable_path is that of choice.h. */
void ishmemi_choices_open(uint32_t reachable_path);

/* Puts a row before those of its collective that sources that count less have given.  0; or -1 for
 * one that names no collective or no algorithm of it, or that finds no room. */
int ishmemi_choices_add(const ishmemi_row_t *row, ishmemi_source_t source);

/* The name of a collective that has no row for all sizes and members of some path, or NULL. */
const char *ishmemi_choices_lacking(void);

/* Fills what a team has of the table, words and ways, by its n_pes, flags and near. */
void ishmemi_choices_tell(ishmemi_team_t *team);

/* The rows in force, and which source each is from. */
void ishmemi_choices_print(FILE *out, ishmemi_row_print_fn print);

#endif
