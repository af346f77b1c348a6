/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which known name is closest to one that is not known, for "did you mean".
 */
#ifndef PROCESSOR_CLOSEST_H
#define PROCESSOR_CLOSEST_H

#include <stddef.h>
#include <string.h>

#define CLOSEST_NAME_BYTES 64

static inline size_t closest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, one row of the matrix at a time; only the first bytes of `a` count. */
static inline size_t closest_distance(const char *a, const char *b)
{
    size_t row[CLOSEST_NAME_BYTES];
    const size_t a_length = closest_least(strlen(a), CLOSEST_NAME_BYTES - 1);
    const size_t b_length = strlen(b);
    for (size_t i = 0; i <= a_length; i++) {
        row[i] = i;
    }
    for (size_t j = 1; j <= b_length; j++) {
        size_t diagonal = row[0];
        row[0] = j;
        for (size_t i = 1; i <= a_length; i++) {
            const size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[i];
            row[i] = closest_least(substituted, closest_least(row[i], row[i - 1]) + 1);
        }
    }
    return row[a_length];
}

#endif
