/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads and locks of C11.  The C library implements them without calls of the POSIX functions
 * that could be intercepted.
 */
#include "modules.h"

#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

static void release(const void *object)
{
    if (is_seen()) {
        ishmemi_races_thread_tells(object);
    }
}

static int acquired(int result, const void *object)
{
    if (result == thrd_success && is_seen()) {
        ishmemi_races_thread_learns(object);
    }
    return result;
}

typedef struct start {
    thrd_start_t routine;
    void *argument;
} start_t;

static const void *end_of(thrd_t thread)
{
    return (const char *)(uintptr_t)thread + 1;
}

static int run(void *argument)
{
    const start_t start = *(start_t *)argument;
    ishmemi_races_thread_begins();
    ishmemi_races_thread_learns(argument);
    ishmemi_races_thread_forgets(argument);
    free(argument);
    const int result = start.routine(start.argument);
    ishmemi_races_thread_tells(end_of(thrd_current()));
    ishmemi_races_thread_ends();
    return result;
}

int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    REAL(thrd_create)
    start_t *const start = ishmemi_races_thread_begins ? malloc(sizeof *start) : NULL;
    if (!start) {
        return real(thread, routine, argument);
    }
    *start = (start_t){routine, argument};
    ishmemi_races_thread_count(1);
    ishmemi_races_thread_tells(start);
    const int result = real(thread, run, start);
    if (result != thrd_success) {
        free(start);
        ishmemi_races_thread_count(-1);
    }
    return result;
}

int thrd_join(thrd_t thread, int *value)
{
    REAL(thrd_join)
    const int result = acquired(real(thread, value), end_of(thread));
    if (result == thrd_success && is_seen()) {
        ishmemi_races_thread_forgets(end_of(thread));
        ishmemi_races_thread_count(-1);
    }
    return result;
}

int mtx_lock(mtx_t *mutex)
{
    REAL(mtx_lock)
    return acquired(real(mutex), mutex);
}

int mtx_trylock(mtx_t *mutex)
{
    REAL(mtx_trylock)
    return acquired(real(mutex), mutex);
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    REAL(mtx_timedlock)
    return acquired(real(mutex, until), mutex);
}

int mtx_unlock(mtx_t *mutex)
{
    REAL(mtx_unlock)
    release(mutex);
    return real(mutex);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    REAL(cnd_wait)
    release(mutex);
    const int result = real(condition, mutex);
    (void)acquired(thrd_success, mutex);
    return result;
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict until)
{
    REAL(cnd_timedwait)
    release(mutex);
    const int result = real(condition, mutex, until);
    (void)acquired(thrd_success, mutex);
    return result;
}
