/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that trace_test.py counts: of even PEs with the PE after them, and of all PEs together.
 *
 * traced [die]: with `die` PE 1 is killed after its calls, of which there are more than a chunk has.
 */
#include "ishmemx.h"

#include "require.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, PUTS = 10, GETS = 5, ADDS = 3, NELEMS = 16, THREAD_PUTS = 4, MANY = 10000 };

typedef struct symmetric {
    int data[2 * NELEMS];
    uint64_t signal;
    uint64_t flag;
    long counter;
} symmetric_t;

/* Each answers the other's signal; odd PEs think for a while, so that even ones wait. */
static void exchange_signals(symmetric_t *symmetric, int me, int other)
{
    const int source[NELEMS] = {me};
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        if (me % 2 == 1) {
            REQUIRE(ishmem_signal_wait_until(&symmetric->signal, ISHMEM_CMP_EQ, round) == round);
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
        ishmem_int_put_signal(symmetric->data, source, NELEMS, &symmetric->signal, round,
                              ISHMEM_SIGNAL_SET, other);
        if (me % 2 == 0) {
            REQUIRE(ishmem_signal_wait_until(&symmetric->signal, ISHMEM_CMP_EQ, round) == round);
        }
    }
}

/* Counts that come to a flag, one by one. */
static void exchange_counts(symmetric_t *symmetric, int me, int other)
{
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        if (me % 2 == 0) {
            ishmem_uint64_atomic_inc(&symmetric->flag, other);
            ishmem_uint64_wait_until(&symmetric->flag, ISHMEM_CMP_GE, round);
        } else {
            ishmem_uint64_wait_until(&symmetric->flag, ISHMEM_CMP_GE, round);
            ishmem_uint64_atomic_add(&symmetric->flag, 1, other);
        }
    }
}

static void move(symmetric_t *symmetric, int other)
{
    int local[NELEMS] = {0};
    for (int i = 0; i < PUTS; i++) {
        ishmem_int_put(symmetric->data, local, NELEMS, other);
    }
    for (int i = 0; i < GETS; i++) {
        ishmem_int_get(local, symmetric->data, NELEMS / 2, other);
    }
    for (int i = 0; i < ADDS; i++) {
        ishmem_long_atomic_add(&symmetric->counter, 1, other);
    }
    ishmem_quiet();
}

static symmetric_t *shared;

static void *put_from_a_thread(void *other)
{
    static const int source[NELEMS];
    for (int i = 0; i < THREAD_PUTS; i++) {
        ishmem_putmem(shared->data, source, sizeof source, *(const int *)other);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int level;
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &level);
    const int me = ishmem_my_pe();
    int other = me ^ 1;
    symmetric_t *const symmetric = ishmem_calloc(1, sizeof *symmetric);
    int *const sums = ishmem_malloc(2 * sizeof *sums);
    REQUIRE(symmetric && sums && other < ishmem_n_pes());
    shared = symmetric;
    exchange_signals(symmetric, me, other);
    exchange_counts(symmetric, me, other);
    move(symmetric, other);
    pthread_t thread;
    pthread_create(&thread, NULL, put_from_a_thread, &other);
    pthread_join(thread, NULL);
    if (argc > 1 && strcmp(argv[1], "die") == 0) {
        for (int i = 0; i < MANY; i++) {
            ishmem_long_p(&symmetric->counter, i, other);
        }
        ishmem_barrier_all();
        if (me == 1) {
            raise(SIGKILL);
        }
    }
    ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, sums, sums + 1, 1);
    /* The last PE is late for all others. */
    if (me == ishmem_n_pes() - 1) {
        nanosleep(&(struct timespec){.tv_nsec = 250000000}, NULL);
    }
    ishmem_barrier_all();
    ishmem_free(sums);
    ishmem_free(symmetric);
    ishmem_finalize();
    return 0;
}
