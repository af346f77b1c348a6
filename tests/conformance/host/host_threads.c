/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Four threads a PE, each with a context of its own, that put, signal, update, wait, test and lock
 * at the same time.
 */
#include "harness.h"
#include "ishmem.h"
#include <pthread.h>

#define THREADS 4
#define WORDS 65

typedef struct worker {
    pthread_t thread;
    long *block;      /* symmetric, this thread's and its partners' own: two slots */
    uint64_t *signal; /* symmetric, likewise */
    uint64_t *taken;  /* symmetric, likewise: rounds that the right neighbour has read */
    int *flags;       /* symmetric, likewise: WORDS */
    long *shared;     /* symmetric, of all threads: sum, guarded number, lock */
    int rounds;
    int wrong;
} worker_t;

enum { SUM, GUARDED, LOCK, SHARED };

static void exchange(worker_t *worker, ishmem_ctx_t ctx, int round)
{
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    long *const slot = worker->block + (round & 1) * WORDS;
    long source[WORDS];
    for (int i = 0; i < WORDS; i++) {
        source[i] = (long)round * WORDS + i;
    }
    if (round > 2) {
        ishmem_uint64_wait_until(worker->taken, ISHMEM_CMP_GE, (uint64_t)round - 2);
    }
    if (round % 3 == 0) {
        ishmem_ctx_long_iput(ctx, slot, source, 1, 1, WORDS, right);
        ishmem_ctx_fence(ctx);
        ishmemx_ctx_signal_add(ctx, worker->signal, 1, right);
    } else {
        ishmem_ctx_long_put_signal(ctx, slot, source, WORDS, worker->signal, 1, ISHMEM_SIGNAL_ADD,
                                   right);
    }
    ishmem_signal_wait_until(worker->signal, ISHMEM_CMP_GE, (uint64_t)round);
    long got[WORDS];
    ishmem_long_get(got, slot, WORDS, test_me);
    for (int i = 0; i < WORDS; i++) {
        worker->wrong += got[i] != (long)round * WORDS + i;
    }
    ishmem_ctx_uint64_atomic_set(ctx, worker->taken, (uint64_t)round, left);
}

static void flags(worker_t *worker, int round)
{
    enum { N = 5 };
    const int right = (test_me + 1) % test_n;
    int status[N] = {0};
    for (int i = 0; i < N; i++) {
        ishmem_int_atomic_inc(&worker->flags[(i * 2 + round) % N], right);
    }
    for (int told = 0; told < N;) {
        size_t indices[N];
        size_t count = 1;
        if (round % 2) {
            count =
                ishmem_int_wait_until_some(worker->flags, N, indices, status, ISHMEM_CMP_GE, round);
        } else {
            indices[0] = ishmem_int_wait_until_any(worker->flags, N, status, ISHMEM_CMP_GE, round);
        }
        for (size_t i = 0; i < count; i++) {
            status[indices[i]] = 1;
        }
        told += (int)count;
    }
    worker->wrong += ishmem_int_test_all(worker->flags, N, NULL, ISHMEM_CMP_GE, round) != 1;
}

static void *work(void *argument)
{
    worker_t *const worker = argument;
    ishmem_ctx_t ctx;
    if (ishmem_ctx_create(ISHMEM_CTX_PRIVATE, &ctx) != 0) {
        test_fatal("no context");
    }
    for (int round = 1; round <= worker->rounds; round++) {
        exchange(worker, ctx, round);
        flags(worker, round);
        ishmem_ctx_long_atomic_add(ctx, &worker->shared[SUM], round, round % test_n);
        if (round % 8 == 0) {
            ishmem_set_lock(&worker->shared[LOCK]);
            const long number = ishmem_long_g(&worker->shared[GUARDED], 0);
            ishmem_long_p(&worker->shared[GUARDED], number + 1, 0);
            ishmem_clear_lock(&worker->shared[LOCK]);
        }
    }
    ishmem_ctx_quiet(ctx);
    ishmem_ctx_destroy(ctx);
    return NULL;
}

int main(void)
{
    test_start_threads();
    test_family("threads");
    long *const shared = ishmem_calloc(SHARED, sizeof *shared);
    long *const blocks = ishmem_calloc((size_t)THREADS * 2 * WORDS, sizeof *blocks);
    uint64_t *const words = ishmem_calloc((size_t)THREADS * 2, sizeof *words);
    int *const all_flags = ishmem_calloc((size_t)THREADS * WORDS, sizeof *all_flags);
    worker_t workers[THREADS];
    const int rounds = test_rounds(1000) / 8 * 8 + 8;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker_t){.block = blocks + i * 2 * WORDS,
                                .signal = &words[2 * i],
                                .taken = &words[2 * i + 1],
                                .flags = all_flags + i * WORDS,
                                .shared = shared,
                                .rounds = rounds};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        test_check(workers[i].wrong == 0, "thread %d saw %d wrong words", i, workers[i].wrong);
    }
    ishmem_barrier_all();
    long sum = 0;
    for (int pe = 0; pe < test_n; pe++) {
        sum += ishmem_long_g(&shared[SUM], pe);
    }
    const long expected = (long)rounds * (rounds + 1) / 2 * THREADS * test_n;
    test_check(sum == expected, "the sum is %ld, expected %ld", sum, expected);
    const long guarded = ishmem_long_g(&shared[GUARDED], 0);
    test_check(guarded == (long)rounds / 8 * THREADS * test_n, "the guarded number is %ld",
               guarded);
    ishmem_barrier_all();
    ishmem_free(all_flags);
    ishmem_free(words);
    ishmem_free(blocks);
    ishmem_free(shared);
    return test_finish();
}
