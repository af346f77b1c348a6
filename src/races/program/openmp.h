/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A parallel region of OpenMP, and the objects to which its threads release and from which they
 * acquire.
 */
#ifndef ISHMEMI_ACCESSES_OPENMP_H
#define ISHMEMI_ACCESSES_OPENMP_H

#include "modules.h"

typedef struct region {
    char begun;
    char ended;
    char barriers[2]; /* used in turn */
    char tasks;       /* finished ones release to it */
    char single;
    char ordered;
    int entered; /* how many threads have entered */
} region_t;

/* The region that a thread is in, and how many of its barriers the thread has passed. */
typedef struct position {
    region_t *region; /* NULL: none */
    unsigned barriers;
} position_t;
extern _Thread_local position_t ishmemi_accesses_position __attribute__((visibility("hidden")));

void ishmemi_accesses_begin_region(region_t *region);
/* All its threads have reached its end. */
void ishmemi_accesses_end_region(region_t *region);

/* This thread enters the region; returns its previous position. */
position_t ishmemi_accesses_enter(region_t *region);
void ishmemi_accesses_leave(const position_t *before);

/* Before and after a barrier. */
const void *ishmemi_accesses_reach_barrier(void);
void ishmemi_accesses_pass_barrier(const void *barrier);
/* This thread has waited for tasks. */
void ishmemi_accesses_wait_tasks(void);

/* Threads wait for each other in a way that is not reported. */
static inline void ishmemi_accesses_lose_threads(void)
{
    if (ishmemi_races_thread_unseen) {
        ishmemi_races_thread_unseen();
    }
}

static inline void release(const void *object)
{
    if (object && is_seen()) {
        ishmemi_races_thread_tells(object);
    }
}

static inline void acquire(const void *object)
{
    if (object && is_seen()) {
        ishmemi_races_thread_learns(object);
    }
}

#endif
