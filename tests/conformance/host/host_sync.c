/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all, called by the host: nobody passes before everyone has come.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <time.h>

/* Some PE comes late in some rounds. */
static void dawdle(int round)
{
    if ((round * 7 + test_me * 13) % 97 == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 30000}, NULL);
    }
}

/* Each PE keeps the number of the sync that it is about to enter in its own heap, in two words in turn;
 * after the sync nobody's number may be another: who writes the word again has been in the next sync. */
static void sync_rounds(long *entered, int rounds)
{
    int wrong = 0;
    for (long round = 1; round <= rounds; round++) {
        ishmem_long_p(entered + (round & 1), round, test_me);
        ishmem_quiet();
        dawdle((int)round);
        ishmem_sync_all();
        for (int pe = 0; pe < test_n; pe++) {
            wrong += ishmem_long_g(entered + (round & 1), pe) != round;
        }
    }
    test_check(wrong == 0, "sync_all: %d PEs seen in another round", wrong);
    ishmem_sync_all();
}

/* Before the barrier each PE puts the round into its word on every PE, one of two in turn; after it all are
 * there. */
static void barrier_rounds(long *words, int rounds)
{
    int wrong = 0;
    for (long round = 1; round <= rounds; round++) {
        long *const now = words + (round & 1) * test_n;
        for (int pe = 0; pe < test_n; pe++) {
            ishmem_long_put(now + test_me, &round, 1, pe);
        }
        dawdle((int)round);
        ishmem_barrier_all();
        for (int pe = 0; pe < test_n; pe++) {
            wrong += ishmem_long_g(now + pe, test_me) != round;
        }
    }
    test_check(wrong == 0, "barrier_all: %d words not there after the barrier", wrong);
    ishmem_barrier_all();
}

int main(void)
{
    test_start();
    test_family("sync");
    long *const words = ishmem_calloc(2, sizeof *words);
    if (!words) {
        test_fatal("no memory for the words");
    }
    sync_rounds(words, test_rounds_in_step(10000));
    ishmem_free(words);
    long *const slots = ishmem_calloc(2 * (size_t)test_n, sizeof *slots);
    barrier_rounds(slots, test_rounds_in_step(10000));
    ishmem_free(slots);
    return test_finish();
}
