/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads that call collectives of different active sets at the same time, PEs in different orders: two
 * threads of a PE make teams, with other PEs in common, while a third one uses what is there.
 */
#include "harness.h"

#include <pthread.h>
#include <time.h>

enum { THREADS = 3, ROUNDS = 40 };

static long sums[THREADS], ones[THREADS];

/* A thread's sets have all PEs from its number on: PE 0 is only in the first. */
static void *run(void *argument)
{
    const int thread = *(const int *)argument;
    long pWrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE], pSync[SHMEM_REDUCE_SYNC_SIZE] = {SHMEM_SYNC_VALUE};
    const int size = test_n - thread;
    for (int round = 0; round < ROUNDS && test_me >= thread; round++) {
        if (size > 0) {
            shmem_long_sum_to_all(&sums[thread], &ones[thread], 1, thread, 0, size, pWrk, pSync);
            if (sums[thread] != size) {
                return argument;
            }
            (shmem_sync)(thread, 0, size, pSync);
        }
    }
    return NULL;
}

static void *sync_three(void *argument)
{
    long pSync[SHMEM_SYNC_SIZE] = {SHMEM_SYNC_VALUE};
    (shmem_sync)(0, 0, 3, pSync);
    return argument;
}

/* PE 2 makes in one thread, one after the other, what PE 0 makes in two threads at once, and begins with the
 * set whose letter from PE 0 comes last, for the most part. */
static void cross(void)
{
    long pSync[SHMEM_SYNC_SIZE] = {SHMEM_SYNC_VALUE};
    pthread_t thread;
    if (test_me == 0) {
        pthread_create(&thread, NULL, sync_three, NULL);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        (shmem_sync)(0, 1, 2, pSync);
        pthread_join(thread, NULL);
    } else if (test_me == 1) {
        sync_three(NULL);
    } else if (test_me == 2) {
        (shmem_sync)(0, 1, 2, pSync);
        sync_three(NULL);
    }
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    test_me = shmem_my_pe();
    test_n = shmem_n_pes();
    test_check(provided == SHMEM_THREAD_MULTIPLE, "shmem_init_thread", "threads", provided);
    for (int i = 0; i < THREADS; i++) {
        ones[i] = 1;
    }
    shmem_barrier_all();
    cross();
    shmem_barrier_all();
    for (int i = 0; i < THREADS; i++) {
        /* Even PEs begin with the first thread, odd ones with the last. */
        numbers[i] = test_me % 2 == 0 ? i : THREADS - 1 - i;
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        test_check(!failed, "shmem_long_sum_to_all", "threads", numbers[i]);
    }
    return test_end("set_threads");
}
