/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A row of a tuning table as text: "name:way", and after it in any order "<bytes" and "@members",
 * the most that it is for, and "/near", "/far" or "/hosts", the teams that it is for: all members
 * reach each other, or not all; or not all, and some hosts have several.
 */
#ifndef ISHMEMI_HOST_ROW_H
#define ISHMEMI_HOST_ROW_H

#include "shared/collective/choice.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What says it: where two do, the later one in this list counts. */
typedef enum ishmemi_source {
    ISHMEMI_SOURCE_NONE,
    ISHMEMI_SOURCE_BUILT_IN,
    ISHMEMI_SOURCE_FILE, /* ISHMEM_TUNING */
    ISHMEMI_SOURCE_ENVIRONMENT
} ishmemi_source_t;

/* Shows a row and where it is from. */
typedef void (*ishmemi_row_print_fn)(FILE *out, const char *row, ishmemi_source_t source);

/* Words point into the text. */
typedef struct ishmemi_row {
    const char *name;
    size_t name_length;
    const char *way;
    size_t way_length;
    uint64_t most_bytes;   /* ISHMEMI_CHOICE_BYTES unless it says */
    uint64_t most_members; /* ISHMEMI_CHOICE_MEMBERS unless it says */
    uint32_t paths;        /* ISHMEMI_PATHS_ALL unless it says */
} ishmemi_row_t;

/* Reads the row that a comma or blank space ends, and moves *text to that.  False where it is no
 * row. */
bool ishmemi_row_read(const char **text, ishmemi_row_t *row);

/* The place of a word of `length` characters in a list, whose missing words are NULL, or -1. */
int ishmemi_row_find(const char *const *words, int count, const char *word, size_t length);

#endif
