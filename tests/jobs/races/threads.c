/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs, wrong and right ones, with threads of POSIX and of C11 (threads.h).
 */
#include "threads.h"

#include <stdlib.h>
#include <threads.h>

/* ---- Wrong -------------------------------------------------------------------------------------- */

THREAD_CASE(wrong_get_and_load)
{
    if (me == 0 && who == SECOND) {
        GET();
    } else if (me == 0 && who == FIRST) {
        LOAD();
    }
}

THREAD_CASE(wrong_get_after_load)
{
    if (me == 0 && who == SECOND) {
        LOAD();
        sem_post(&s->other_semaphore);
    } else if (me == 0 && who == FIRST) {
        GET();
    }
}

THREAD_CASE(wrong_store_to_source)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_put(s->m->data, s->local, N, 1);
    } else if (me == 0 && who == FIRST) {
        s->local[2] = 1;
    }
}

THREAD_CASE(wrong_flag_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_put(s->m->data, ones, N, 1);
        ishmem_quiet();
    } else if (me == 0 && who == FIRST) {
        ishmem_uint64_p(s->m->flag, 1, 1);
    } else if (me == 1) {
        await(s->m->flag, 1);
        use(s->m->data[3]);
    }
}

THREAD_CASE(wrong_barrier_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_put(s->m->data, ones, N, 1);
        ishmem_quiet();
    } else if (who == FIRST) {
        ishmem_sync_all();
        if (me == 1) {
            use(s->m->data[3]);
        }
    }
}

THREAD_CASE(wrong_two_puts)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
        ishmem_int_put(s->m->data, ones, N, 1);
        ishmem_quiet();
    }
}

THREAD_CASE(wrong_two_mutexes)
{
    pthread_mutex_t *const mutex = who == FIRST ? &s->mutex : &s->other_mutex;
    pthread_mutex_lock(mutex);
    if (me == 0 && who == SECOND) {
        GET();
    } else if (me == 0 && who == FIRST) {
        LOAD();
    }
    pthread_mutex_unlock(mutex);
}

THREAD_CASE(wrong_get_nbi_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_get_nbi(s->local, s->m->data, N, 1);
        sem_post(&s->semaphore);
    } else if (me == 0 && who == FIRST) {
        sem_wait(&s->semaphore);
        LOAD();
        ishmem_quiet();
    }
}

THREAD_CASE(wrong_fence_before_put_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_fence();
        sem_post(&s->semaphore);
        ishmem_int_put(s->m->data, ones, N, 1);
    } else if (me == 0 && who == FIRST) {
        sem_wait(&s->semaphore);
        ishmem_uint64_p(s->m->flag, 1, 1);
    } else if (me == 1) {
        await(s->m->flag, 1);
        use(s->m->data[3]);
    }
}

THREAD_CASE(wrong_stores_to_heap)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
        s->m->data[1] = who;
    }
}

/* ---- Right -------------------------------------------------------------------------------------- */

THREAD_CASE(right_beginning_and_end)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_put(s->m->data, s->local, N, 1);
        ishmem_quiet();
        GET();
    } else if (me == 0 && who == BEFORE) {
        s->local[1] = 1;
    } else if (me == 0 && who == AFTER) {
        LOAD();
    }
}

THREAD_CASE(right_mutex)
{
    bool is_done = false;
    if (me == 0 && who == SECOND) {
        pthread_mutex_lock(&s->mutex);
        GET();
        s->is_done = 1;
        pthread_mutex_unlock(&s->mutex);
    } else if (me == 0 && who == FIRST) {
        while (!is_done) {
            pthread_mutex_lock(&s->mutex);
            is_done = s->is_done != 0;
            pthread_mutex_unlock(&s->mutex);
        }
        LOAD();
    }
}

THREAD_CASE(right_condition)
{
    if (me == 0 && who == SECOND) {
        GET();
        pthread_mutex_lock(&s->mutex);
        s->is_done = 1;
        pthread_cond_signal(&s->condition);
        pthread_mutex_unlock(&s->mutex);
    } else if (me == 0 && who == FIRST) {
        pthread_mutex_lock(&s->mutex);
        while (s->is_done == 0) {
            pthread_cond_wait(&s->condition, &s->mutex);
        }
        pthread_mutex_unlock(&s->mutex);
        LOAD();
    }
}

THREAD_CASE(right_barrier)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
        if (who == SECOND) {
            GET();
        }
        pthread_barrier_wait(&s->barrier);
        LOAD();
        pthread_barrier_wait(&s->barrier);
        if (who == FIRST) {
            s->local[1] = 1;
        }
    }
}

THREAD_CASE(right_rwlock)
{
    bool is_done = false;
    if (me == 0 && who == SECOND) {
        pthread_rwlock_wrlock(&s->rwlock);
        GET();
        s->is_done = 1;
        pthread_rwlock_unlock(&s->rwlock);
    } else if (me == 0 && who == FIRST) {
        while (!is_done) {
            pthread_rwlock_rdlock(&s->rwlock);
            is_done = s->is_done != 0;
            pthread_rwlock_unlock(&s->rwlock);
        }
        LOAD();
    }
}

THREAD_CASE(right_atomic_flag)
{
    if (me == 0 && who == SECOND) {
        GET();
        __atomic_store_n(&s->is_done, 1, __ATOMIC_RELEASE);
    } else if (me == 0 && who == FIRST) {
        while (__atomic_load_n(&s->is_done, __ATOMIC_ACQUIRE) == 0) {
        }
        LOAD();
    }
}

THREAD_CASE(right_quiet_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_get_nbi(s->local, s->m->data, N, 1);
        sem_post(&s->semaphore);
    } else if (me == 0 && who == FIRST) {
        sem_wait(&s->semaphore);
        ishmem_quiet();
        LOAD();
    }
}

THREAD_CASE(right_fence_of_other_thread)
{
    if (me == 0 && who == SECOND) {
        ishmem_int_put(s->m->data, ones, N, 1);
        ishmem_fence();
        sem_post(&s->semaphore);
    } else if (me == 0 && who == FIRST) {
        sem_wait(&s->semaphore);
        ishmem_uint64_p(s->m->flag, 1, 1);
    } else if (me == 1) {
        await(s->m->flag, 1);
        use(s->m->data[3]);
    }
}

THREAD_CASE(right_memory_of_malloc)
{
    for (int i = 0; me == 0 && (who == FIRST || who == SECOND) && i < 100; i++) {
        int *const mine = malloc(N * sizeof *mine);
        if (!mine) {
            ishmem_global_exit(EXIT_FAILURE);
        }
        ishmem_int_get(mine, s->m->data, N, 1);
        use(mine[i % N]);
        free(mine);
    }
}

static shared_t *hidden;

static void get_once(void)
{
    ishmem_int_get(hidden->local, hidden->m->data, N, 1);
}

THREAD_CASE(right_once)
{
    if (who == BEFORE) {
        hidden = s;
    } else if (me == 0 && who != AFTER) {
        pthread_once(&s->once, get_once);
        LOAD();
    }
}

static void *get_on_stack(void *argument)
{
    shared_t *const s = argument;
    int mine[N];
    ishmem_int_get(mine, s->m->data, N, 1);
    use(mine[1]);
    sem_post(&s->semaphore);
    return NULL;
}

THREAD_CASE(right_detached_threads)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (int i = 0; me == 0 && who == FIRST && i < 40; i++) {
        pthread_t thread;
        pthread_create(&thread, &attributes, get_on_stack, s);
        if (i >= 2) {
            sem_wait(&s->semaphore);
        }
    }
    pthread_attr_destroy(&attributes);
    for (int i = 0; me == 0 && who == FIRST && i < 2; i++) {
        sem_wait(&s->semaphore);
    }
}

static int get_c11(void *argument)
{
    shared_t *const s = argument;
    GET();
    return 0;
}

THREAD_CASE(right_c11_thread)
{
    thrd_t thread;
    if (me == 0 && who == BEFORE && thrd_create(&thread, get_c11, s) == thrd_success) {
        thrd_join(thread, NULL);
        LOAD();
    }
}

THREAD_CASE(right_many_threads)
{
    pthread_t threads[40];
    for (int i = 0; me == 0 && who == BEFORE && i < 40; i++) {
        pthread_create(&threads[i], NULL, get_on_stack, s);
    }
    for (int i = 0; me == 0 && who == BEFORE && i < 40; i++) {
        pthread_join(threads[i], NULL);
    }
}

#define ROW(NAME) {#NAME, NAME},
const thread_case_t wrong_thread_cases[] = {
    ROW(wrong_get_and_load) ROW(wrong_get_after_load) ROW(wrong_store_to_source)
        ROW(wrong_flag_of_other_thread) ROW(wrong_barrier_of_other_thread) ROW(wrong_two_puts)
            ROW(wrong_two_mutexes) ROW(wrong_get_nbi_of_other_thread)
                ROW(wrong_fence_before_put_of_other_thread) ROW(wrong_stores_to_heap){NULL, NULL}};
const thread_case_t right_thread_cases[] = {
    ROW(right_beginning_and_end) ROW(right_mutex) ROW(right_condition) ROW(right_barrier)
        ROW(right_rwlock) ROW(right_atomic_flag) ROW(right_quiet_of_other_thread)
            ROW(right_fence_of_other_thread) ROW(right_memory_of_malloc) ROW(right_once)
                ROW(right_detached_threads) ROW(right_c11_thread)
                    ROW(right_many_threads){NULL, NULL}};
