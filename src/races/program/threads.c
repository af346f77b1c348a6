/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads: these functions replace those of the C library that start threads, end them and make
 * them wait, report to libishmem and then call the C library's.  Only calls of the program are
 * reported.
 *
 * A function that lets other threads continue releases before it does so.  A function that waits
 * acquires after it has waited.
 */
#include "modules.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>

static void release(const void *object, const void *caller)
{
    if (is_seen() && ishmemi_accesses_is_program(caller)) {
        ishmemi_races_thread_tells(object);
    }
}

static void acquire(const void *object, const void *caller)
{
    if (is_seen() && ishmemi_accesses_is_program(caller)) {
        ishmemi_races_thread_learns(object);
    }
}

/* ---- Beginning and end --------------------------------------------------------------------------- */

typedef struct start {
    void *(*routine)(void *);
    void *argument;
} start_t;

/* No other object has this address: it is inside the thread's own data. */
static const void *end_of(pthread_t thread)
{
    return (const char *)(uintptr_t)thread + 1;
}

static void end(void *unused)
{
    (void)unused;
    ishmemi_races_thread_tells(end_of(pthread_self()));
    ishmemi_races_thread_ends();
}

static void *run(void *argument)
{
    start_t *const given = argument;
    const start_t start = *given;
    void *result;
    ishmemi_races_thread_begins();
    ishmemi_races_thread_learns(given);
    ishmemi_races_thread_forgets(given);
    free(given);
    pthread_cleanup_push(end, NULL);
    result = start.routine(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                   void *argument)
{
    REAL(pthread_create)
    start_t *const start = ishmemi_races_thread_begins && ishmemi_accesses_is_program(CALLER)
                               ? malloc(sizeof *start)
                               : NULL;
    if (!start) {
        return real(thread, attributes, routine, argument);
    }
    const bool is_kept = ishmemi_accesses_keeps_threads(CALLER);
    *start = (start_t){routine, argument};
    if (!is_kept) {
        ishmemi_races_thread_count(1);
    }
    ishmemi_races_thread_tells(start);
    const int result = real(thread, attributes, run, start);
    if (result != 0) {
        free(start);
    }
    if (result != 0 && !is_kept) {
        ishmemi_races_thread_count(-1);
    }
    return result;
}

static int joined(int result, pthread_t thread, const void *caller)
{
    if (result == 0 && is_seen() && ishmemi_accesses_is_program(caller)) {
        ishmemi_races_thread_learns(end_of(thread));
        ishmemi_races_thread_forgets(end_of(thread));
        ishmemi_races_thread_count(-1);
    }
    return result;
}

int pthread_join(pthread_t thread, void **result)
{
    REAL(pthread_join)
    return joined(real(thread, result), thread, CALLER);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
    REAL(pthread_tryjoin_np)
    return joined(real(thread, result), thread, CALLER);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
    REAL(pthread_timedjoin_np)
    return joined(real(thread, result, until), thread, CALLER);
}

static _Thread_local struct once {
    pthread_once_t *control;
    void (*routine)(void);
} once;

static void run_once(void)
{
    const struct once mine = once;
    mine.routine();
    if (is_seen()) {
        ishmemi_races_thread_tells(mine.control);
    }
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    REAL(pthread_once)
    const struct once before = once;
    once = (struct once){control, routine};
    const int result = real(control, run_once);
    once = before;
    acquire(control, CALLER);
    return result;
}

/* ---- Locks --------------------------------------------------------------------------------------- */

static int acquired(int result, const void *object, const void *caller)
{
    if (result == 0 || result == EOWNERDEAD) {
        acquire(object, caller);
    }
    return result;
}

#define TAKES(NAME, TYPE)                              \
    int NAME(TYPE *object)                             \
    {                                                  \
        REAL(NAME)                                     \
        return acquired(real(object), object, CALLER); \
    }
#define TAKES_UNTIL(NAME, TYPE)                               \
    int NAME(TYPE *object, const struct timespec *until)      \
    {                                                         \
        REAL(NAME)                                            \
        return acquired(real(object, until), object, CALLER); \
    }
#define GIVES(NAME, TYPE)        \
    int NAME(TYPE *object)       \
    {                            \
        REAL(NAME)               \
        release(object, CALLER); \
        return real(object);     \
    }

TAKES(pthread_mutex_lock, pthread_mutex_t)
TAKES(pthread_mutex_trylock, pthread_mutex_t)
TAKES_UNTIL(pthread_mutex_timedlock, pthread_mutex_t)
GIVES(pthread_mutex_unlock, pthread_mutex_t)
TAKES(pthread_rwlock_rdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TAKES_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_wrlock, pthread_rwlock_t)
TAKES(pthread_rwlock_trywrlock, pthread_rwlock_t)
TAKES_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t)
GIVES(pthread_rwlock_unlock, pthread_rwlock_t)
TAKES(sem_wait, sem_t)
TAKES(sem_trywait, sem_t)
TAKES_UNTIL(sem_timedwait, sem_t)
GIVES(sem_post, sem_t)

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    REAL(pthread_spin_lock)
    return acquired(real(lock), (const void *)(uintptr_t)lock, CALLER);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    REAL(pthread_spin_trylock)
    return acquired(real(lock), (const void *)(uintptr_t)lock, CALLER);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    REAL(pthread_spin_unlock)
    release((const void *)(uintptr_t)lock, CALLER);
    return real(lock);
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    REAL(pthread_mutex_destroy)
    if (is_seen() && ishmemi_accesses_is_program(CALLER)) {
        ishmemi_races_thread_forgets(mutex);
    }
    return real(mutex);
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    REAL(pthread_barrier_wait)
    release(barrier, CALLER);
    const int result = real(barrier);
    acquire(barrier, CALLER);
    return result;
}

/* A wait unlocks the mutex and holds it again when it ends.  The oldest version of these functions
 * has another condition variable. */
#define CONDITION "GLIBC_2.3.2"

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    REAL_OF(pthread_cond_wait, CONDITION)
    release(mutex, CALLER);
    const int result = real(condition, mutex);
    acquire(mutex, CALLER);
    return result;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
    REAL_OF(pthread_cond_timedwait, CONDITION)
    release(mutex, CALLER);
    const int result = real(condition, mutex, until);
    acquire(mutex, CALLER);
    return result;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until)
{
    REAL(pthread_cond_clockwait)
    release(mutex, CALLER);
    const int result = real(condition, mutex, clock, until);
    acquire(mutex, CALLER);
    return result;
}
