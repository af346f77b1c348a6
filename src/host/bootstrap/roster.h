/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs of this machine are in start-up: known before the runtime knows any PE, and used only
 * for messages about missing PEs.  Meanwhile each PE that MPICH's launcher has started holds a name
 * in the abstract Unix namespace, which disappears with the process.  The socket does not listen; a
 * process that takes the name first can only make a PE look present.
 */
#ifndef ISHMEMI_ROSTER_H
#define ISHMEMI_ROSTER_H

#include <stddef.h>

#define ISHMEMI_ROSTER_TEXT 160

void ishmemi_roster_enter(void);
void ishmemi_roster_leave(void);

/* "rank 3: ", by the launcher's numbers, or "" if unknown. */
void ishmemi_roster_name(char *text, size_t bytes);

/* The launcher's numbers of the missing PEs: "rank 1, 3"; "" if unknown, because this PE has not
 * entered, or because some run on other machines. */
void ishmemi_roster_missing(char *text, size_t bytes);

#endif
