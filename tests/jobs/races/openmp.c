/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small programs, wrong and right ones, whose two threads are those of a parallel region of OpenMP (threads.h).
 */
#include "threads.h"

#ifdef _OPENMP
#include <omp.h>

/* ---- Wrong -------------------------------------------------------------------------------------- */

THREAD_CASE(wrong_openmp_master)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp masked
        GET();
        LOAD();
    }
}

THREAD_CASE(wrong_openmp_single_nowait)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp single nowait
        GET();
        LOAD();
    }
}

THREAD_CASE(wrong_openmp_loop)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 2; i++) {
            ishmem_int_put(s->m->data, ones, N, 1);
        }
    }
}

THREAD_CASE(wrong_openmp_sections)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp sections
        {
#pragma omp section
            {
                pthread_barrier_wait(&s->barrier); /* so that each thread has one */
                GET();
            }
#pragma omp section
            {
                pthread_barrier_wait(&s->barrier);
                LOAD();
            }
        }
    }
}

THREAD_CASE(wrong_openmp_critical)
{
    if (me == 0 && who == FIRST) {
#pragma omp critical(one)
        GET();
    } else if (me == 0 && who == SECOND) {
#pragma omp critical(other)
        LOAD();
    }
}

/* ---- Right -------------------------------------------------------------------------------------- */

THREAD_CASE(right_openmp_barrier)
{
    for (int i = 0; me == 0 && (who == FIRST || who == SECOND) && i < 10; i++) {
#pragma omp masked
        GET();
#pragma omp barrier
        LOAD();
#pragma omp barrier
    }
}

THREAD_CASE(right_openmp_single)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp single
        GET();
        LOAD();
    }
}

THREAD_CASE(right_openmp_copyprivate)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
        int *given;
#pragma omp single copyprivate(given)
        {
            GET();
            given = s->local;
        }
        use(given[1]);
    }
}

THREAD_CASE(right_openmp_critical)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp critical
        GET();
#pragma omp critical(named)
        ishmem_int_get(s->m->gathered, s->m->data, N, 1);
    }
}

THREAD_CASE(right_openmp_ordered)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < 4; i++) {
#pragma omp ordered
            GET();
        }
    }
}

THREAD_CASE(right_openmp_lock)
{
    static omp_lock_t lock;
    if (who == BEFORE) {
        omp_init_lock(&lock);
    } else if (who == AFTER) {
        omp_destroy_lock(&lock);
    } else if (me == 0) {
        omp_set_lock(&lock);
        GET();
        omp_unset_lock(&lock);
    }
}

THREAD_CASE(right_openmp_tasks)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp single
        {
            s->local[1] = 3;
#pragma omp task
            GET();
#pragma omp taskwait
            LOAD();
#pragma omp task
            GET();
        }
        LOAD();
    }
}

THREAD_CASE(right_openmp_depend)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
        int *const local __attribute__((unused)) = s->local;
#pragma omp single
        {
#pragma omp task depend(out : local[0])
            GET();
#pragma omp task depend(in : local[0])
            LOAD();
        }
    }
}

THREAD_CASE(right_openmp_taskloop)
{
    if (me == 0 && (who == FIRST || who == SECOND)) {
#pragma omp single
        {
            s->local[1] = 3;
#pragma omp taskloop num_tasks(4)
            for (int i = 0; i < 4; i++) {
                ishmem_int_get(s->local + i, s->m->data, 1, 1);
            }
            LOAD();
        }
    }
}

THREAD_CASE(right_openmp_regions)
{
    for (int i = 0; me == 0 && who == BEFORE && i < 5; i++) {
        GET();
#pragma omp parallel num_threads(3)
        LOAD();
#pragma omp parallel for num_threads(2)
        for (int k = 0; k < N; k++) {
            ishmem_int_get(s->local + k, s->m->data, 1, 1);
        }
    }
}

#define ROW(NAME) {#NAME, NAME},
/* Those of taskloop come last: after it the threads of a PE count as one. */
const thread_case_t wrong_openmp_cases[] = {ROW(wrong_openmp_master) ROW(wrong_openmp_single_nowait)
                                                ROW(wrong_openmp_loop) ROW(wrong_openmp_sections)
                                                    ROW(wrong_openmp_critical){NULL, NULL}};
const thread_case_t right_openmp_cases[] = {
    ROW(right_openmp_barrier) ROW(right_openmp_single) ROW(right_openmp_copyprivate)
        ROW(right_openmp_critical) ROW(right_openmp_ordered) ROW(right_openmp_lock)
            ROW(right_openmp_tasks) ROW(right_openmp_depend) ROW(right_openmp_regions)
                ROW(right_openmp_taskloop){NULL, NULL}};
#else
const thread_case_t wrong_openmp_cases[] = {{NULL, NULL}};
const thread_case_t right_openmp_cases[] = {{NULL, NULL}};
#endif
