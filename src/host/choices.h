/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table from which collectives choose their algorithms.
 */
#ifndef ISHMEMI_HOST_CHOICES_H
#define ISHMEMI_HOST_CHOICES_H

#include "ishmem/collective/choice.h"
#include <stdio.h>

/* The host's copy. */
extern ishmemi_choices_t ishmemi_choices;

/* Fills the host's copy from the default and ISHMEM_COLLECTIVES.  0, or -1 having said why. */
int ishmemi_choices_open(void);

/* Collective: whether all PEs have the same table.  0, or -1 having said why. */
int ishmemi_choices_agree(void);

/* Adds the rows that a text asks for, before the default ones: "collective:algorithm", "<bytes" and
 * "@members" if they are the most that it is for, with commas between rows.  0; or -1 with a sentence
 * about what is not understood, which the table does not have then. */
int ishmemi_choices_parse(ishmemi_choices_t *choices, const char *text, char *error,
                          size_t error_bytes);

void ishmemi_choices_print(const ishmemi_choices_t *choices, FILE *out);

#endif
