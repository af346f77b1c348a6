/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of several threads at the same time, each on teams of its own: some of the same
 * members, some of other ones, in another order.
 */
#include "collective_routines.h"
#include "harness.h"
#include <pthread.h>

#define THREADS 4

typedef struct worker {
    pthread_t thread;
    collective_team_t team;
    collective_batch_t batch;
    const collective_caller_t *caller;
} worker_t;

static void *work(void *argument)
{
    worker_t *const worker = argument;
    batch_run(&worker->batch, worker->caller);
    return NULL;
}

/* Thread 0 has all PEs in order, 1 in reverse order, 2 the even ones, 3 the first half. */
static collective_team_t team_of_thread(int thread)
{
    switch (thread) {
    case 0:
        return team_split(&teams[0], 0, 1, test_n);
    case 1:
        return team_split(&teams[0], test_n - 1, -1, test_n);
    case 2:
        return team_split(&teams[0], 0, test_n > 1 ? 2 : 1, (test_n + 1) / 2);
    default:
        return team_split(&teams[0], 0, 1, (test_n + 1) / 2);
    }
}

int main(void)
{
    test_start_threads();
    test_family("collectives of threads");
    teams_open();
    worker_t workers[THREADS];
    uint64_t state = 31;
    const int rounds = test_rounds(12);
    for (int i = 0; i < THREADS; i++) {
        workers[i].team = team_of_thread(i);
        workers[i].caller = i % 2 ? &collective_dawdling_host : &collective_host;
        batch_open(&workers[i].batch, (size_t)2 << 20, 400);
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < THREADS; i++) {
            for (bool room = true; room;) {
                const collective_routine_t *const routine =
                    &collective_few.routines[collective_random(&state) % collective_few.count];
                collective_case_t one = case_by_chance(routine, &state, round % 2 ? 8 : 700);
                case_on_team(&one, &workers[i].team, &state);
                room = batch_add(&workers[i].batch, &one);
            }
            batch_write(&workers[i].batch, workers[i].caller);
        }
        ishmem_barrier_all();
        for (int i = 0; i < THREADS; i++) {
            if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
                test_fatal("no thread");
            }
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(workers[i].thread, NULL);
            batch_check(&workers[i].batch, workers[i].caller);
            batch_empty(&workers[i].batch);
        }
    }
    for (int i = THREADS - 1; i >= 0; i--) {
        batch_close(&workers[i].batch);
        team_destroy(&workers[i].team);
    }
    teams_close();
    return test_finish();
}
