/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A row of a tuning table as text: "name:way", followed in any order by "<bytes" and "@members",
 * the largest sizes for which it applies, and by "/near", "/far" or "/hosts", the teams for which
 * it applies: all members reach each other; not all do; or not all do, and some hosts have several
 * members.
 */
#ifndef ISHMEMI_HOST_ROW_H
#define ISHMEMI_HOST_ROW_H

#include "shared/collective/choice.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Where a row comes from, in increasing priority. */
typedef enum ishmemi_source {
    ISHMEMI_SOURCE_NONE,
    ISHMEMI_SOURCE_BUILT_IN,
    ISHMEMI_SOURCE_FILE, /* ISHMEM_TUNING */
    ISHMEMI_SOURCE_ENVIRONMENT
} ishmemi_source_t;

/* Prints a row and its source. */
typedef void (*ishmemi_row_print_fn)(FILE *out, const char *row, ishmemi_source_t source);

/* The words point into the text. */
typedef struct ishmemi_row {
    const char *name;
    size_t name_length;
    const char *way;
    size_t way_length;
    uint64_t most_bytes;   /* ISHMEMI_CHOICE_BYTES if not given */
    uint64_t most_members; /* ISHMEMI_CHOICE_MEMBERS if not given */
    uint32_t paths;        /* ISHMEMI_PATHS_ALL if not given */
} ishmemi_row_t;

/* Reads a row, which ends at a comma or a blank, and moves *text there.  false: not a row. */
bool ishmemi_row_read(const char **text, ishmemi_row_t *row);

/* The index of a word of `length` characters in a list, in which missing words are NULL; or -1. */
int ishmemi_row_find(const char *const *words, int count, const char *word, size_t length);

#endif
