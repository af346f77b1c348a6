/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of fence and quiet, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>

#define LINE 8                   /* words of a cache line */

/* Message passing: each PE streams rounds to its right neighbour, data first, then a fence, then the
 * flag; who has seen flag f sees data of round f or later. */
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
    test_check(wrong == 0, "store buffering: both PEs missed the other's store %d times in %d rounds",
               wrong, rounds);
    free(partner_saw_old);
    free(saw_old);
    ishmem_free(theirs);
    ishmem_free(words);
}

int main(void)
{
    test_start();
    test_family("order");
    message_passing(test_rounds(100000));
    store_buffering(test_rounds(100000));
    return test_finish();
}
