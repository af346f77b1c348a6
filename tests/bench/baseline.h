/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limits that measurements are compared with, taken on this machine in the same run, and the
 * clock and the median that both sides use.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

double baseline_now(void); /* seconds */

/* Sorts the samples. */
double baseline_median(double *samples, size_t count);

/* Seconds of one memcpy, the median of several. */
double baseline_copy(void *destination, const void *source, size_t bytes);

/* The plain instructions that words are compared with; memory orders as the routines have them. */
typedef enum baseline_op {
    BASELINE_STORE,
    BASELINE_LOAD,
    BASELINE_ADD,
    BASELINE_FETCH_ADD,
    BASELINE_SWAP,
    BASELINE_COMPARE_SWAP
} baseline_op_t;

#define BASELINE_OPS 100000

/* Executes one of them BASELINE_OPS times in a loop. */
void baseline_work(baseline_op_t op, uint64_t *word);

/* Seconds of one, on a word. */
double baseline_word(baseline_op_t op, uint64_t *word);

/* Seconds between any two of them, when `threads` threads do nothing else to one word. */
double baseline_crowd(baseline_op_t op, int threads);

/* Processors that this process may use. */
int baseline_processors(void);

/* Seconds from one thread's store to another thread's seeing it: two threads of this process,
 * pinned to two processors, spin on one cache line.  One sample; negative: there are not two
 * processors. */
double baseline_ping_pong(void);

/* Pins all threads of this process to the first (0) or second (1) of the processors that
 * baseline_ping_pong uses, so that two processes meet the same conditions; -1 gives them back all
 * processors that they had. */
void baseline_pin(int which);

#endif
