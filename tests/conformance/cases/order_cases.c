/* SPDX-License-Identifier: BSD-3-Clause */
#include "order_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdlib.h>

#define BATCH 1000

static void *symmetric(size_t bytes)
{
    void *const memory = ishmem_calloc(bytes, 1);
    if (!memory) {
        test_fatal("no symmetric memory of %zu bytes", bytes);
    }
    return memory;
}

/* Who has seen flag f sees data of round f or later. */
static void message_passing(const order_calls_t *calls, int rounds)
{
    long *const words = symmetric(ORDER_WORDS * sizeof *words);
    const uint64_t wrong = calls->pass_messages(words, rounds, (test_me + 1) % test_n);
    test_check(wrong == 0, "%s: message passing: data older than the flag %llu times in %d rounds",
               calls->caller, (unsigned long long)wrong, rounds);
    ishmem_barrier_all();
    ishmem_free(words);
}

/* How many entries both of this PE and of `partner` are set. */
static int both_set(const unsigned char *mine, int partner, size_t bytes)
{
    unsigned char *const own = calloc(bytes, 1);
    unsigned char *const theirs = calloc(bytes, 1);
    int both = 0;
    if (!own || !theirs) {
        test_fatal("no memory for %zu bytes", bytes);
    }
    memory_read(own, mine, bytes);
    ishmem_getmem(theirs, mine, bytes, partner);
    for (size_t i = 0; i < bytes; i++) {
        both += own[i] && theirs[i];
    }
    free(theirs);
    free(own);
    return both;
}

static void check_stores(const order_calls_t *calls, const char *how, int wrong, int rounds)
{
    test_check(wrong == 0,
               "%s: store buffering %s: both PEs missed the other's store %d times in %d rounds",
               calls->caller, how, wrong, rounds);
}

/* Two PEs store in each other's heap, quiet, then load what the other one stores: one of them at
 * least sees the other's store. */
static void store_buffering_in_step(const order_calls_t *calls, int rounds)
{
    const size_t bytes = (size_t)rounds + 1;
    long *const words = symmetric(ORDER_STEP_WORDS * sizeof *words);
    unsigned char *const saw_old = symmetric(bytes);
    const int partner = test_me ^ 1;
    if (partner < test_n) {
        calls->store_in_step(words, saw_old, rounds, partner);
    }
    ishmem_barrier_all();
    check_stores(calls, "in step", partner < test_n ? both_set(saw_old, partner, bytes) : 0,
                 rounds);
    ishmem_barrier_all();
    ishmem_free(saw_old);
    ishmem_free(words);
}

/* The same in batches, which the PEs of a pair run through side by side. */
static void store_buffering_side_by_side(const order_calls_t *calls, int rounds)
{
    long *const x = symmetric(BATCH * sizeof *x);
    unsigned char *const saw_old = symmetric(BATCH);
    const int partner = (test_me ^ 1) < test_n ? test_me ^ 1 : -1;
    int wrong = 0;
    for (int done = 0; done < rounds; done += BATCH) {
        memory_fill(x, 0, BATCH * sizeof *x);
        ishmem_barrier_all();
        calls->store_side_by_side(x, saw_old, BATCH, partner);
        ishmem_barrier_all();
        wrong += partner >= 0 ? both_set(saw_old, partner, BATCH) : 0;
    }
    check_stores(calls, "side by side", wrong, rounds);
    ishmem_barrier_all();
    ishmem_free(saw_old);
    ishmem_free(x);
}

/* Independent reads of independent writes: PEs 0 and 1 store, PEs 2 and 3 load both words, each in
 * its own order: they agree on which store came first. */
static void independent_reads(const order_calls_t *calls, int rounds)
{
    long *const x = symmetric(BATCH * sizeof *x);
    long *const y = symmetric(BATCH * sizeof *y);
    unsigned char *const saw_first = symmetric(BATCH);
    int wrong = 0;
    for (int done = 0; done < rounds && test_n >= 4; done += BATCH) {
        memory_fill(x, 0, BATCH * sizeof *x);
        memory_fill(y, 0, BATCH * sizeof *y);
        ishmem_barrier_all();
        calls->read_independently(x, y, saw_first, BATCH, test_n - 1);
        ishmem_barrier_all();
        wrong += test_me == 2 ? both_set(saw_first, 3, BATCH) : 0;
    }
    test_check(wrong == 0,
               "%s: independent reads: two PEs saw two stores in opposite orders %d times in %d "
               "rounds",
               calls->caller, wrong, rounds);
    ishmem_barrier_all();
    ishmem_free(saw_first);
    ishmem_free(y);
    ishmem_free(x);
}

void order_check(const order_calls_t *calls, int rounds)
{
    message_passing(calls, test_rounds_shared(rounds));
    store_buffering_in_step(calls, test_rounds_in_step(rounds / 50));
    store_buffering_side_by_side(calls, test_rounds_shared(rounds));
    independent_reads(calls, test_rounds_shared(rounds));
}
