/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of fence and quiet, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>

#define LINE 8                   /* words of a cache line */

/* Message passing: each PE streams rounds to its right neighbour, data first, then a fence,
 * then the flag; who has seen flag f sees data of round f or later. */
static void message_passing(int rounds)
{
    enum { DATA = 0, BLOCK = 2 * LINE, FLAG = 4 * LINE, WORDS = 5 * LINE };
    long *const words = ishmem_calloc(WORDS, sizeof *words);
    const int right = (test_me + 1) % test_n;
    long block[LINE];
    long flag = 0;
    int wrong = 0;
    for (long round = 1; round <= rounds || flag < rounds;) {
        if (round <= rounds) {
            for (int i = 0; i < LINE; i++) {
                block[i] = round;
            }
            ishmem_long_p(words + DATA, round, right);
            ishmem_long_put(words + BLOCK, block, LINE, right);
            ishmem_fence();
            ishmem_long_atomic_set(words + FLAG, round, right);
            round++;
        } else {
            ishmem_long_wait_until(words + FLAG, ISHMEM_CMP_GT, flag);
        }
        flag = ishmem_long_atomic_fetch(words + FLAG, test_me);
        const long data = ishmem_long_g(words + DATA, test_me);
        const long last = ishmem_long_g(words + BLOCK + LINE - 1, test_me);
        wrong += data < flag || last < flag;
    }
    test_check(wrong == 0, "message passing: data older than the flag %d times in %d rounds", wrong,
               rounds);
    ishmem_free(words);
}

/* Store buffering: two PEs store in each other's heap, quiet, then load what the other one stores:
 * one of them at least sees the other's store. */
static void store_buffering(int rounds)
{
    enum { X = 0, START = 2 * LINE, WORDS = 3 * LINE };
    long *const words = ishmem_calloc(WORDS, sizeof *words);
    unsigned char *const theirs = ishmem_calloc((size_t)rounds + 1, 1);
    unsigned char *const saw_old = calloc((size_t)rounds + 1, 1);
    unsigned char *const partner_saw_old = calloc((size_t)rounds + 1, 1);
    if (!words || !theirs || !saw_old || !partner_saw_old) {
        test_fatal("no memory for %d rounds", rounds);
    }
    const int partner = test_me ^ 1;
    if (partner < test_n) {
        for (long round = 1; round <= rounds; round++) {
            ishmem_long_p(words + START, round, partner);
            ishmem_long_wait_until(words + START, ISHMEM_CMP_GE, round);
            long seen;
            if (round & 1) {
                ishmem_long_p(words + X, round, partner);
                ishmem_quiet();
                seen = ishmem_long_g(words + X, test_me);
            } else {
                ishmem_long_atomic_set(words + X, round, partner);
                ishmem_quiet();
                seen = ishmem_long_atomic_fetch(words + X, test_me);
            }
            saw_old[round] = seen < round;
        }
        ishmem_putmem(theirs, saw_old, (size_t)rounds + 1, partner);
    }
    ishmem_barrier_all();
    memory_read(partner_saw_old, theirs, (size_t)rounds + 1);
    int wrong = 0;
    for (int round = 1; round <= rounds; round++) {
        wrong += saw_old[round] && partner_saw_old[round];
    }
    test_check(wrong == 0,
               "store buffering: both PEs missed the other's store %d times in %d rounds", wrong,
               rounds);
    free(partner_saw_old);
    free(saw_old);
    ishmem_free(theirs);
    ishmem_free(words);
}

#define BATCH 1000

/* Both PEs of a pair have come here `round` times. */
static void meet(long *word, long round, int partner)
{
    ishmem_fence();
    ishmem_long_atomic_set(word, round, partner);
    ishmem_long_wait_until(word, ISHMEM_CMP_GE, round);
}

/* Store buffering in batches, which the PEs of a pair run through side by side. */
static void store_buffering_batches(int rounds)
{
    enum { START, X = LINE };
    const int batches = rounds / BATCH + 1;
    long *const words = ishmem_calloc(X + BATCH, sizeof *words);
    unsigned char *const theirs = ishmem_calloc(BATCH, 1);
    static unsigned char saw_old[BATCH];
    static unsigned char partner_saw_old[BATCH];
    const int partner = test_me ^ 1;
    int wrong = 0;
    for (long batch = 0; batch < batches && partner < test_n; batch++) {
        for (int i = 0; i < BATCH; i++) {
            ishmem_long_p(words + X + i, 0, test_me);
        }
        meet(words + START, 3 * batch + 1, partner);
        for (int i = 0; i < BATCH; i++) {
            ishmem_long_p(words + X + i, 1, partner);
            ishmem_quiet();
            saw_old[i] = ishmem_long_g(words + X + i, test_me) == 0;
        }
        ishmem_putmem(theirs, saw_old, BATCH, partner);
        meet(words + START, 3 * batch + 2, partner);
        ishmem_getmem(partner_saw_old, theirs, BATCH, test_me);
        for (int i = 0; i < BATCH; i++) {
            wrong += saw_old[i] && partner_saw_old[i];
        }
        meet(words + START, 3 * batch + 3, partner);
    }
    test_check(wrong == 0,
               "store buffering: both PEs missed the other's store %d times in %d rounds", wrong,
               rounds);
    ishmem_barrier_all();
    ishmem_free(theirs);
    ishmem_free(words);
}

/* Independent reads of independent writes: PEs 0 and 1 store, PEs 2 and 3 read both words, each in
 * its own order: they agree on which store came first. */
static void independent_reads(int rounds)
{
    const int batches = rounds / BATCH + 1;
    long *const words = ishmem_calloc(2 * BATCH, sizeof *words);
    unsigned char *const results = ishmem_calloc(2 * BATCH, 1);
    static unsigned char seen[2 * BATCH];
    const int other = test_n - 1;
    int wrong = 0;
    for (int batch = 0; batch < batches && test_n >= 4; batch++) {
        for (int i = 0; i < 2 * BATCH; i++) {
            ishmem_long_p(words + i, 0, test_me);
        }
        ishmem_barrier_all();
        for (int i = 0; i < BATCH && test_me < 4; i++) {
            const long *const y = words + BATCH + i;
            if (test_me == 0) {
                ishmem_long_p(words + i, 1, 1);
            } else if (test_me == 1) {
                ishmem_long_p(words + BATCH + i, 1, other);
            } else {
                const bool x_first = test_me == 2;
                const long first = x_first ? ishmem_long_g(words + i, 1) : ishmem_long_g(y, other);
                const long second = x_first ? ishmem_long_g(y, other) : ishmem_long_g(words + i, 1);
                seen[i] = first == 1 && second == 0;
            }
        }
        if (test_me == 2 || test_me == 3) {
            ishmem_putmem(results + (test_me - 2) * BATCH, seen, BATCH, 0);
        }
        ishmem_barrier_all();
        if (test_me == 0) {
            ishmem_getmem(seen, results, 2 * BATCH, 0);
            for (int i = 0; i < BATCH; i++) {
                wrong += seen[i] && seen[BATCH + i];
            }
        }
    }
    test_check(wrong == 0,
               "independent reads: two PEs saw two stores in opposite orders %d times in %d rounds",
               wrong, rounds);
    ishmem_barrier_all();
    ishmem_free(results);
    ishmem_free(words);
}

int main(void)
{
    test_start();
    test_family("order");
    message_passing(test_rounds(1000000));
    store_buffering(test_rounds_in_step(20000));
    store_buffering_batches(test_rounds(1000000));
    independent_reads(test_rounds(1000000));
    return test_finish();
}
