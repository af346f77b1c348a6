/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table from which collectives choose their algorithms.
 */
#ifndef ISHMEMI_HOST_CHOICES_H
#define ISHMEMI_HOST_CHOICES_H

#include "row.h"
#include <stdio.h>

/* The host's copy. */
extern ishmemi_choices_t ishmemi_choices;

/* The host's copy is the default table. */
void ishmemi_choices_open(void);

/* Puts a row before those of its collective that sources that count less have given.  0; or -1 for
 * one that names no collective or no algorithm of it, or that finds no room. */
int ishmemi_choices_add(const ishmemi_row_t *row, ishmemi_source_t source);

/* Collective: whether all PEs have the same table.  0, or -1 having said why. */
int ishmemi_choices_agree(void);

/* The rows in force, and which source each is from. */
void ishmemi_choices_print(FILE *out, const char *(*source_name)(ishmemi_source_t source));

#endif
