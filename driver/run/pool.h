/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads that help: one a processor, less one for the thread that asks.  Whoever has work that can
 * be shared publishes a job and does the work itself; helpers that are free join in.  No job ever
 * needs a helper.  The threads are made when a job is first published, sleep when there is none,
 * and are never joined: the process may end at any time.
 */
#ifndef ZED_RUN_POOL_H
#define ZED_RUN_POOL_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct zed_job {
    void (*run)(void *argument); /* called on each helper that joins */
    void *argument;
    /* The rest is the pool's, under its lock; `helpers` is read without it by whoever retires. */
    uint32_t wanted;          /* helpers that may still join */
    _Atomic uint32_t helpers; /* that are in */
    struct zed_job *next;
    struct zed_job *previous;
} zed_job_t;

/* Helpers that could join a job now, going by how busy the machine is. */
uint32_t zed_pool_free(void);

/* `run` and `argument` are set.  The job is the pool's until it is retired. */
void zed_pool_publish(zed_job_t *job, uint32_t helpers);

/* Nobody joins any more; returns when all who did have left, and orders their work before. */
void zed_pool_retire(zed_job_t *job);

#endif
