/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs of this machine are in start-up: known before the runtime knows anybody, for sentences
 * about those who are missing, and for nothing else.  Each PE that MPICH's launcher has started
 * holds a name in the abstract Unix namespace meanwhile, which goes when the process does.  The
 * socket does not listen; whoever takes the name first can only make a PE look as if it were
 * there.
 */
#ifndef ISHMEMI_ROSTER_H
#define ISHMEMI_ROSTER_H

#include <stddef.h>

#define ISHMEMI_ROSTER_TEXT 160

void ishmemi_roster_enter(void);
void ishmemi_roster_leave(void);

/* "rank 3: ", by the launcher's numbers, or nothing where they are not known. */
void ishmemi_roster_name(char *text, size_t bytes);

/* The launcher's numbers of those that are not there: "rank 1, 3"; nothing where that is not known,
 * because this PE has not entered, or because some run on other machines. */
void ishmemi_roster_missing(char *text, size_t bytes);

#endif
