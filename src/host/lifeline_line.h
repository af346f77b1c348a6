/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Making the connections of lifeline.h.
 */
#ifndef ISHMEMI_LIFELINE_LINE_H
#define ISHMEMI_LIFELINE_LINE_H

#include <stddef.h>

typedef struct line {
    int pe;
    int socket;
} line_t;

/* Collective.  Stores the lines of this PE, to be freed by the caller, and their number. */
void ishmemi_lifeline_connect(line_t **lines, size_t *count);

#endif
