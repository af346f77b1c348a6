/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs have finished: they are in ishmem_finalize, or their program ends without it.
 *
 * In a small job, or where a lifeline is missing, each PE tells it to all, and PEs pass it on.  In a
 * larger one PEs form a tree, in which the parent of a PE has that one's number without its lowest
 * bit, so that their lifeline exists (overlay.h).  A PE tells its parent when it and its children
 * have finished, and PE 0 tells its children that all have.  So no PE has more to tell than it has
 * lifelines.
 */
#ifndef ISHMEMI_DONE_H
#define ISHMEMI_DONE_H

#include <stdbool.h>

/* Sends news of finished PEs with this value over the lifeline to a PE; pe -1: over all. */
typedef void (*ishmemi_done_post_fn)(int value, int pe);

/* has_all: this PE has lifelines to all others; are_complete: no PE of the job misses one. */
void ishmemi_done_open(bool has_all, bool are_complete, ishmemi_done_post_fn post);
void ishmemi_done_close(void);

/* This PE has finished; any thread may call it. */
void ishmemi_done_announce(void);
/* News has come. */
void ishmemi_done_receive(int value);

/* Whether all PEs have finished.  If not, *pe is one that has not, or -1. */
bool ishmemi_done_are_all(int *pe);

#endif
