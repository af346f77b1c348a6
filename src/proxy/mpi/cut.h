/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How streams between processes of one machine are cut.  MPI may carry data between them in memory
 * that they share, where many short messages beat a long one, whose pages the kernel has to find; or
 * by a network's way, where each message costs as between machines.  It does not say which: two
 * processes of each machine try both.
 */
#ifndef ISHMEMI_MPI_CUT_H
#define ISHMEMI_MPI_CUT_H

/* Collective, when links are open and nothing is under way: sets the links' `fine`. */
void ishmemi_cut_open(void);

#endif
