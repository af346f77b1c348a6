/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks, called by the host: what a lock guards is read and written by puts and gets
 * that are not atomic.
 */
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <pthread.h>

#define LOCKS 5

typedef struct guarded {
    long *locks; /* symmetric: LOCKS, and a word that is none */
    long *sums;  /* symmetric: a pair for each lock */
    int rounds;
    int torn;
} guarded_t;

/* The two numbers of a pair are equal outside of the lock. */
static void add_one(guarded_t *guarded, int which, int on)
{
    long pair[2];
    ishmem_long_get(pair, guarded->sums + 2 * which, 2, on);
    guarded->torn += pair[0] != pair[1];
    pair[0]++;
    ishmem_long_p(guarded->sums + 2 * which, pair[0], on);
    pair[1]++;
    ishmem_long_p(guarded->sums + 2 * which + 1, pair[1], on);
}

static void *take_turns(void *argument)
{
    guarded_t *const guarded = argument;
    for (int round = 0; round < guarded->rounds; round++) {
        const int which = round % LOCKS;
        if (round % 3 == 0) {
            while (ishmem_test_lock(&guarded->locks[which]) != 0) {
                ishmem_long_g(&guarded->locks[LOCKS], test_me);
            }
        } else {
            ishmem_set_lock(&guarded->locks[which]);
        }
        add_one(guarded, which, which % test_n);
        ishmem_clear_lock(&guarded->locks[which]);
    }
    return NULL;
}

static void exclusion(int threads)
{
    long *const locks = ishmem_calloc(LOCKS + 1, sizeof *locks);
    long *const sums = ishmem_calloc(2 * LOCKS, sizeof *sums);
    guarded_t guarded[4];
    pthread_t thread[4];
    const int rounds = test_rounds(threads == 1 ? 3000 : 900) / LOCKS * LOCKS + LOCKS;
    for (int i = 0; i < threads; i++) {
        guarded[i] = (guarded_t){.locks = locks, .sums = sums, .rounds = rounds};
        if (pthread_create(&thread[i], NULL, take_turns, &guarded[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        test_check(guarded[i].torn == 0, "two at a time had a lock: %d pairs torn",
                   guarded[i].torn);
    }
    ishmem_barrier_all();
    for (int which = 0; which < LOCKS; which++) {
        const long sum = ishmem_long_g(&sums[2 * which], which % test_n);
        const long expected = (long)rounds / LOCKS * threads * test_n;
        test_check(sum == expected, "lock %d: the sum is %ld, expected %ld", which, sum, expected);
    }
    ishmem_barrier_all();
    ishmem_free(sums);
    ishmem_free(locks);
}

/* Who does not hold the lock does not get it by testing. */
static void testing(void)
{
    long *const lock = ishmem_calloc(1, sizeof *lock);
    for (int holder = 0; holder < test_n; holder++) {
        if (test_me == holder) {
            test_check(ishmem_test_lock(lock) == 0, "a free lock was not to be had");
        }
        ishmem_barrier_all();
        test_check(ishmem_test_lock(lock) == 1, "a lock that is held was to be had");
        ishmem_barrier_all();
        if (test_me == holder) {
            ishmem_clear_lock(lock);
        }
        ishmem_barrier_all();
    }
    ishmem_free(lock);
}

int main(void)
{
    test_start_threads();
    test_family("locks");
    testing();
    exclusion(1);
    exclusion(3);
    return test_finish();
}
