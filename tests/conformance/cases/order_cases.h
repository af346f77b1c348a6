/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of memory order between PEs, for whoever issues the operations: the cases lay out the
 * memory, bring the PEs together and judge what they have seen.
 *
 * Words that must not share a cache line are ORDER_LINE apart.
 */
#ifndef ORDER_CASES_H
#define ORDER_CASES_H

#include <stdint.h>

#define ORDER_LINE 8 /* words of a cache line */

/* Message passing: the words in a PE's heap. */
enum {
    ORDER_DATA = 0,
    ORDER_BLOCK = 2 * ORDER_LINE, /* ORDER_LINE words, written by one put */
    ORDER_FLAG = 4 * ORDER_LINE,
    ORDER_SOURCE = 6 * ORDER_LINE, /* what the PE puts from */
    ORDER_WORDS = 7 * ORDER_LINE
};

/* Store buffering in step: the words in a PE's heap. */
enum { ORDER_X = 0, ORDER_START = 2 * ORDER_LINE, ORDER_STEP_WORDS = 3 * ORDER_LINE };

typedef struct order_calls {
    const char *caller;

    /* Streams rounds to PE `right`: the data word and the block, a fence, the flag; all hold the
     * round's number.  After each round, and until the left neighbour's last one is here, reads the
     * flag, then data and the last word of the block.  Returns how often those were older. */
    uint64_t (*pass_messages)(long *words, long rounds, int right);

    /* In each round, once both PEs of the pair are there: stores the round's number in the
     * partner's x, quiet, loads its own x.  saw_old[round], of rounds 1 to `rounds`: whether that
     * was older. */
    void (*store_in_step)(long *words, unsigned char *saw_old, long rounds, int partner);

    /* For each i below count: stores 1 in the partner's x[i], quiet, loads its own x[i].
     * saw_old[i]: whether that was 0.  Called by all PEs at once; partner -1: the PE has none. */
    void (*store_side_by_side)(long *x, unsigned char *saw_old, long count, int partner);

    /* For each i below count, as the PE's number is 0: stores 1 in x[i] of PE 1; 1: stores 1 in y[i] of
     * PE `other`; 2: loads the former, then the latter; 3: the other way round.  saw_first[i]:
     * whether the first load gave 1 and the second one 0.  Called by all PEs at once. */
    void (*read_independently)(long *x, long *y, unsigned char *saw_first, long count, int other);
} order_calls_t;

/* Each of them `rounds` times at most: fewer where PEs share processors, by as much as that takes
 * longer. */
void order_check(const order_calls_t *calls, int rounds);

#endif
