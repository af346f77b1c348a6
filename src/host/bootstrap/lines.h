/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines: connections between the PEs of a job, beside those of the runtime.  Both ends of each have
 * proved that they belong to the job.
 */
#ifndef ISHMEMI_LINES_H
#define ISHMEMI_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line {
    int pe;
    int socket; /* does not block */
} line_t;

/* Collective.  purpose: a word of the caller's own.  is_wanted: whether there is to be a line to a
 * PE; the same for both PEs.  Stores the lines of this PE, to be freed by the caller, and their
 * number.  A line that cannot be made is not among them, at either end; returns how many those are. */
size_t ishmemi_lines_connect(const char *purpose, bool (*is_wanted)(int pe), line_t **lines,
                             size_t *count);

/* Whether PE pe is one of those to which a PE of a large job has lines: to every other in jobs of
 * up to 64 PEs, in larger ones to those at distances that are powers of two. */
bool ishmemi_lines_reach(int pe);

/* Their sockets; for a child by fork, too. */
void ishmemi_lines_close(const line_t *lines, size_t count);

#endif
