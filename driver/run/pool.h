/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Helper threads: one per processor, minus one for the calling thread.  A thread with work that can
 * be shared publishes a job and does the work itself; free helpers join in.  No job ever needs a
 * helper.  The threads start when a job is first published, sleep when there is none, and are never
 * joined: the process may end at any time.
 */
#ifndef ZED_RUN_POOL_H
#define ZED_RUN_POOL_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct zed_job {
    void (*run)(void *argument); /* called on each helper that joins */
    void *argument;
    /* The rest belongs to the pool, under its lock.  Only a thread that retires the job reads
     * `helpers` without the lock. */
    uint32_t wanted;          /* helpers that may still join */
    _Atomic uint32_t helpers; /* that have joined */
    struct zed_job *next;
    struct zed_job *previous;
} zed_job_t;

/* How many helpers could join a job now, depending on how busy the machine is. */
uint32_t zed_pool_free(void);

/* The caller has set `run` and `argument`.  The job belongs to the pool until it is retired. */
void zed_pool_publish(zed_job_t *job, uint32_t helpers);

/* No more helpers join.  Returns when all that have joined have left; their work happens before. */
void zed_pool_retire(zed_job_t *job);

#endif
