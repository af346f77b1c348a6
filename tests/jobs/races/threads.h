/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs (case.h) with two threads of PE 0.  Each is one function, which reports name: both threads call it, and
 * the first one before the other begins and after it has ended.  The other PEs call it as the first thread.
 */
#ifndef RACES_THREADS_H
#define RACES_THREADS_H

#include "case.h"

#include <pthread.h>
#include <semaphore.h>

/* Whose call it is. */
enum { FIRST, SECOND, BEFORE, AFTER };

/* Memory that is not symmetric. */
typedef struct shared {
    memory_t *m;
    int local[N];
    int is_done;
    pthread_mutex_t mutex;
    pthread_mutex_t other_mutex;
    pthread_cond_t condition;
    pthread_barrier_t barrier;
    pthread_rwlock_t rwlock;
    pthread_once_t once;
    sem_t semaphore;
    sem_t other_semaphore;
} shared_t;

typedef struct thread_case {
    const char *name;
    void (*run)(shared_t *s, int me, int who);
} thread_case_t;

extern const thread_case_t wrong_thread_cases[];
extern const thread_case_t right_thread_cases[];
/* In a parallel region of OpenMP; none without it. */
extern const thread_case_t wrong_openmp_cases[];
extern const thread_case_t right_openmp_cases[];

#define THREAD_CASE(NAME)                                                                     \
    __attribute__((noinline, visibility("default"))) void NAME(shared_t *s, int me, int who); \
    void NAME(shared_t *s __attribute__((unused)), int me __attribute__((unused)),            \
              int who __attribute__((unused)))

#define GET() ishmem_int_get(s->local, s->m->data, N, 1)
#define LOAD() use(s->local[1])

/* Not by a word that both threads write. */
static inline __attribute__((always_inline)) void use(int value)
{
    volatile int here = value;
    (void)here;
}

#endif
