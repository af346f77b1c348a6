/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What MPI leaves in /dev/shm when it is ended during its start: files that its processes share,
 * whose names it removes when all have opened them.
 */
#ifndef ISHMEMI_LEFTOVERS_H
#define ISHMEMI_LEFTOVERS_H

/* Removes the names of the files that this process has mapped.  MPI must not be used afterwards. */
void ishmemi_leftovers_remove(void);

#endif
