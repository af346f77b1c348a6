/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many threads, each with lists of its own, append, start and wait at the same time, on synchronous
 * lists, too: there a call returns when its operation has ended, and holds up nobody meanwhile.
 */
#include "harness.h"
#include "level_zero.h"
#include "memory.h"
#include "queue_caller.h"
#include <pthread.h>

enum { THREADS = 6, WORDS = 512 };

typedef struct worker {
    pthread_t thread;
    int number;
    int rounds;
    uint64_t *slots;   /* symmetric: [n][THREADS][WORDS] */
    uint64_t *signals; /* symmetric: [n][THREADS] */
    size_t errors;
} worker_t;

static void require_appended(int result)
{
    if (result != 0) {
        test_fatal("an operation could not be appended");
    }
}

/* Puts a block to each PE in turn, then gets it back. */
static void *put_and_get(void *argument)
{
    worker_t *const worker = argument;
    queue_t queue;
    queue_create(worker->number % 2 ? QUEUE_RECORDED : QUEUE_IMMEDIATE, NULL, &queue);
    uint64_t *const local = memory_allocate_shared(2 * WORDS * sizeof *local);
    const size_t place = (size_t)(test_me * THREADS + worker->number) * WORDS;
    for (int round = 0; round < worker->rounds; round++) {
        const int to = (test_me + round) % test_n;
        for (size_t i = 0; i < WORDS; i++) {
            local[i] = (uint64_t)round << 32 | place << 8 | i;
            local[WORDS + i] = 0;
        }
        require_appended(ishmemx_uint64_put_on_queue(worker->slots + place, local, WORDS, to,
                                                     queue.list, NULL, 0, NULL));
        require_appended(ishmemx_quiet_on_queue(queue.list, NULL, 0, NULL));
        require_appended(ishmemx_uint64_iget_on_queue(local + WORDS, worker->slots + place, 1, 2,
                                                      WORDS / 2, to, queue.list, queue.done, 0,
                                                      NULL));
        queue_close(&queue);
        queue_start(&queue);
        queue_wait(&queue);
        queue_reset(&queue);
        for (size_t i = 0; i < WORDS / 2; i++) {
            worker->errors += local[WORDS + i] != local[2 * i];
        }
    }
    memory_free_shared(local);
    queue_destroy(&queue);
    return NULL;
}

/* Each thread waits for its namesake on the left, and signals the one on the right. */
static void *pass_on(void *argument)
{
    worker_t *const worker = argument;
    const int right = (test_me + 1) % test_n;
    const ze_command_list_handle_t list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    uint64_t *const signal = worker->signals + worker->number;
    for (uint64_t round = 1; round <= (uint64_t)worker->rounds; round++) {
        if (test_me > 0) {
            require_appended(ishmemx_signal_wait_until_on_queue(signal, ISHMEM_CMP_GE, round, NULL,
                                                                list, NULL, 0, NULL));
        }
        require_appended(ishmemx_signal_add_on_queue(signal, 1, right, list, NULL, 0, NULL));
        if (test_me == 0) {
            require_appended(ishmemx_signal_wait_until_on_queue(signal, ISHMEM_CMP_GE, round, NULL,
                                                                list, NULL, 0, NULL));
        }
    }
    require_ze(zeCommandListDestroy(list), "zeCommandListDestroy");
    return NULL;
}

static size_t run_all(void *(*work)(void *), int rounds, uint64_t *slots, uint64_t *signals)
{
    worker_t workers[THREADS];
    size_t errors = 0;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker_t){.number = i, .rounds = rounds, .slots = slots, .signals = signals};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        errors += workers[i].errors;
    }
    return errors;
}

int main(int argc, char **argv)
{
    queue_test_start(argc, argv);
    test_family("threads, queued");
    uint64_t *const slots = ishmem_calloc((size_t)test_n * THREADS * WORDS, sizeof *slots);
    uint64_t *const signals = ishmem_calloc(THREADS, sizeof *signals);
    const size_t errors = run_all(put_and_get, test_rounds(300), slots, signals);
    test_check(errors == 0, "%zu words came back wrong", errors);
    ishmem_barrier_all();
    const int rounds = test_rounds_in_step(300);
    run_all(pass_on, rounds, slots, signals);
    ishmem_barrier_all();
    for (int i = 0; i < THREADS; i++) {
        test_check(ishmem_signal_fetch(&signals[i]) == (uint64_t)rounds,
                   "thread %d: a signal was lost", i);
    }
    ishmem_free(signals);
    ishmem_free(slots);
    return queue_test_finish();
}
