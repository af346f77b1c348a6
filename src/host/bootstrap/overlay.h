/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs of a job connect to each other, and the way of a message between two that do not.
 *
 * In small jobs every PE connects to every other.  In larger ones the PEs form a ring, and each
 * connects to those at distances that are powers of two, in both directions: to less than
 * 2 log2(n) + 2 PEs.  A message goes to the partner that is closest to its target, from there on in
 * the same way, and arrives after at most log2(n) / 2 + 1 steps.
 */
#ifndef ISHMEMI_OVERLAY_H
#define ISHMEMI_OVERLAY_H

#include <stdbool.h>

/* The largest job in which every PE connects to every other. */
#define ISHMEMI_OVERLAY_ALL 16

/* How far apart two PEs are on the ring. */
static inline int ishmemi_overlay_distance(int n_pes, int a, int b)
{
    const int one_way = a < b ? b - a : a - b;
    return one_way < n_pes - one_way ? one_way : n_pes - one_way;
}

/* Whether two PEs connect to each other. */
static inline bool ishmemi_overlay_connects(int n_pes, int a, int b)
{
    const int one_way = a < b ? b - a : a - b;
    const int other_way = n_pes - one_way;
    return n_pes <= ISHMEMI_OVERLAY_ALL || (one_way & (one_way - 1)) == 0 ||
           (other_way & (other_way - 1)) == 0;
}

#endif
