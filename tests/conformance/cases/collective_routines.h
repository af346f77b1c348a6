/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tables of all collectives that the lists name, as rows of collective_routine_t; `call` calls the
 * host's.
 */
#ifndef COLLECTIVE_ROUTINES_H
#define COLLECTIVE_ROUTINES_H

#include "collective_cases.h"

typedef struct collective_table {
    const char *name;
    const collective_routine_t *routines;
    size_t count;
} collective_table_t;

/* All of them, by what they do: broadcast, collect, fcollect, alltoall and alltoalls; bitwise
 * reductions; arithmetic ones and scans; those of 16-bit floating point. */
#define COLLECTIVE_TABLES 4
extern const collective_table_t collective_tables[COLLECTIVE_TABLES];

/* collective_few.h, in its order. */
extern const collective_table_t collective_few;

#endif
