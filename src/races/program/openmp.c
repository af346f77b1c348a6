/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What all OpenMP libraries have in common: regions, and the locks that programs name.
 */
#include "openmp.h"

_Thread_local position_t ishmemi_accesses_position;

void ishmemi_accesses_begin_region(region_t *region)
{
    if (ishmemi_races_thread_count) {
        ishmemi_races_thread_count(1);
    }
    release(&region->begun);
}

void ishmemi_accesses_end_region(region_t *region)
{
    acquire(&region->ended);
    acquire(&region->tasks);
    for (char *object = &region->begun; is_seen() && object <= &region->ordered; object++) {
        ishmemi_races_thread_forgets(object);
    }
    if (ishmemi_races_thread_count) {
        ishmemi_races_thread_count(-1);
    }
}

position_t ishmemi_accesses_enter(region_t *region)
{
    const position_t before = ishmemi_accesses_position;
    ishmemi_accesses_position = (position_t){region, 0};
    __atomic_add_fetch(&region->entered, 1, __ATOMIC_RELAXED);
    acquire(&region->begun);
    return before;
}

void ishmemi_accesses_leave(const position_t *before)
{
    release(&ishmemi_accesses_position.region->ended);
    ishmemi_accesses_position = *before;
}

const void *ishmemi_accesses_reach_barrier(void)
{
    region_t *const region = ishmemi_accesses_position.region;
    if (!region) {
        return NULL;
    }
    const void *const barrier = &region->barriers[ishmemi_accesses_position.barriers++ % 2];
    release(barrier);
    return barrier;
}

void ishmemi_accesses_pass_barrier(const void *barrier)
{
    if (barrier) {
        acquire(barrier);
        ishmemi_accesses_wait_tasks();
    }
}

void ishmemi_accesses_wait_tasks(void)
{
    if (ishmemi_accesses_position.region) {
        acquire(&ishmemi_accesses_position.region->tasks);
    }
}

/* Only its address identifies a lock. */
#define TAKES(NAME)        \
    void NAME(void *lock); \
    void NAME(void *lock)  \
    {                      \
        REAL(NAME)         \
        real(lock);        \
        acquire(lock);     \
    }
#define TRIES(NAME)                    \
    int NAME(void *lock);              \
    int NAME(void *lock)               \
    {                                  \
        REAL(NAME)                     \
        const int result = real(lock); \
        if (result != 0) {             \
            acquire(lock);             \
        }                              \
        return result;                 \
    }
#define GIVES(NAME)        \
    void NAME(void *lock); \
    void NAME(void *lock)  \
    {                      \
        REAL(NAME)         \
        release(lock);     \
        real(lock);        \
    }
TAKES(omp_set_lock)
TRIES(omp_test_lock)
GIVES(omp_unset_lock)
TAKES(omp_set_nest_lock)
TRIES(omp_test_nest_lock)
GIVES(omp_unset_nest_lock)
