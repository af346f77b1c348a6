/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines: connections between the PEs of a job, beside those of the runtime.  In jobs of up to 64
 * PEs a PE may have one to every other; in larger jobs to the PEs at distances that are powers of
 * two.
 */
#ifndef ISHMEMI_LINES_H
#define ISHMEMI_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line {
    int pe;
    int socket;                  /* does not block */
} line_t;

/* Collective.  purpose: a word of the caller's own.  is_wanted: whether there is to be a line to a
 * PE; one that only one of the two wants may be made, and has no other end.  Stores the lines of
 * this PE, to be freed by the caller, and their number.  A line that cannot be made is not among
 * them; returns how many those are. */
size_t ishmemi_lines_connect(const char *purpose, bool (*is_wanted)(int pe), line_t **lines,
                             size_t *count);

/* Their sockets; for a child by fork, too. */
void ishmemi_lines_close(const line_t *lines, size_t count);

#endif
