/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last PE calls nothing of the library, and the others reach it after silences: what they ask is
 * done, and in a job of far PEs they have rung for it each time, which that PE says at the end where
 * ISHMEM_DEBUG is 1.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <time.h>

#define ROUNDS 6

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* For a minute at most. */
static long wait_for(const long *word, long wanted)
{
    long seen = 0;
    memory_read(&seen, word, sizeof seen);
    for (int ms = 0; ms < 60000 && seen != wanted; ms++) {
        sleep_ms(1);
        memory_read(&seen, word, sizeof seen);
    }
    return seen;
}

int main(void)
{
    test_start();
    test_family("after silence");
    const int last = test_n - 1;
    long *const word = ishmem_calloc(1, sizeof *word);
    ishmem_barrier_all();
    if (test_me == last) {
        const long wanted = (long)ROUNDS * last;
        const long seen = wait_for(word, wanted);
        test_check(seen == wanted, "%ld of %ld AMOs reached the PE that computes", seen, wanted);
    } else {
        for (long i = 0; i < ROUNDS; i++) {
            sleep_ms(200);
            const long before = ishmem_long_atomic_fetch_inc(word, last);
            test_check(before >= i && before < (long)ROUNDS * last, "%ld before AMO %ld", before,
                       i);
        }
    }
    ishmem_barrier_all();
    ishmem_free(word);
    return test_finish();
}
