/* SPDX-License-Identifier: BSD-3-Clause */
/* Each of several threads sends on a context of its own. */
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

#define THREADS 3
#define ROUNDS 100

static long sums[THREADS];

static void *run(void *argument)
{
    const int thread = *(const int *)argument;
    const int next = (shmem_my_pe() + 1) % shmem_n_pes();
    shmem_ctx_t context = SHMEM_CTX_DEFAULT;
    const int own = shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) == 0;

    for (int i = 0; i < ROUNDS; i++)
        shmem_atomic_add(own ? context : SHMEM_CTX_DEFAULT, &sums[thread], 1L, next);
    if (own) {
        shmem_ctx_quiet(context);
        shmem_ctx_destroy(context);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    int provided, queried;
    int wrong = 0;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    shmem_query_thread(&queried);
    if (provided != SHMEM_THREAD_MULTIPLE || queried != provided) {
        printf("PE %d: the thread level is %d\n", shmem_my_pe(), provided);
        shmem_global_exit(1);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, run, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    shmem_barrier_all();
    for (int i = 0; i < THREADS; i++)
        wrong += sums[i] != ROUNDS;
    if (wrong != 0)
        printf("PE %d: %d sums are wrong\n", shmem_my_pe(), wrong);
    shmem_finalize();
    return wrong != 0;
}
