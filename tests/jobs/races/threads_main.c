/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs small programs with threads (threads.h): compiled with -fsanitize=thread, linked with libishmem_accesses.a.
 *
 *     races_threads wrong|right|wrong_openmp|right_openmp [NAME]
 */
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static shared_t *make(memory_t *m)
{
    shared_t *const s = calloc(1, sizeof *s);
    s->m = m;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_mutex_init(&s->other_mutex, NULL);
    pthread_cond_init(&s->condition, NULL);
    pthread_barrier_init(&s->barrier, NULL, 2);
    pthread_rwlock_init(&s->rwlock, NULL);
    s->once = (pthread_once_t)PTHREAD_ONCE_INIT;
    sem_init(&s->semaphore, 0, 0);
    sem_init(&s->other_semaphore, 0, 0);
    return s;
}

typedef struct call {
    const thread_case_t *one;
    shared_t *s;
} call_t;

static void *run_second(void *argument)
{
    const call_t *const call = argument;
    call->one->run(call->s, 0, SECOND);
    return NULL;
}

static void run_threads(const thread_case_t *one, shared_t *s)
{
    call_t call = {one, s};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_second, &call) != 0) {
        ishmem_global_exit(EXIT_FAILURE);
    }
    one->run(s, 0, FIRST);
    pthread_join(thread, NULL);
}

#ifdef _OPENMP
#include <omp.h>

static void run_region(const thread_case_t *one, shared_t *s)
{
#pragma omp parallel num_threads(2)
    one->run(s, 0, omp_get_thread_num() == 0 ? FIRST : SECOND);
}
#else
static void run_region(const thread_case_t *one, shared_t *s)
{
    run_threads(one, s);
}
#endif

static void run(const thread_case_t *one, int me, bool is_openmp)
{
    memory_t *const m = ishmem_calloc(1, sizeof *m);
    if (!m) {
        ishmem_global_exit(EXIT_FAILURE);
    }
    shared_t *const s = make(m);
    ishmem_barrier_all();
    if (me == 0) {
        one->run(s, me, BEFORE);
        (is_openmp ? run_region : run_threads)(one, s);
        one->run(s, me, AFTER);
    } else {
        one->run(s, me, FIRST);
    }
    ishmem_barrier_all();
    free(s);
    ishmem_free(m);
    if (me == 0) {
        printf("has run %s\n", one->name);
    }
}

static const thread_case_t *find(const char *list, bool is_openmp)
{
    if (strncmp(list, "wrong", 5) == 0) {
        return is_openmp ? wrong_openmp_cases : wrong_thread_cases;
    }
    return is_openmp ? right_openmp_cases : right_thread_cases;
}

int main(int argc, char **argv)
{
    int provided;
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, &provided);
    const char *const list = argc > 1 ? argv[1] : "right";
    const bool is_openmp = strstr(list, "_openmp") != NULL;
    for (const thread_case_t *one = find(list, is_openmp); one->name; one++) {
        if (argc < 3 || strcmp(one->name, argv[2]) == 0) {
            run(one, ishmem_my_pe(), is_openmp);
        }
    }
    ishmem_finalize();
    return EXIT_SUCCESS;
}
