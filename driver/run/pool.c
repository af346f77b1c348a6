/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The pool of helper threads.
 *
 * word           meaning                        written by           read by      ordering
 * published      counts jobs                    publishers           helpers      seq_cst
 * sleepers       helpers that sleep or are      helpers              publishers   seq_cst
 *                about to
 * job->helpers   helpers in the job             helpers, under lock  the owner    release, acquire
 * departures     helpers that left a job whose  helpers, under lock  owners       release, acquire
 *                owner waits
 * idle_spinners  helpers that spin              helpers              publishers   relaxed
 *
 * Helpers read published before they look for a job and sleep on it with this value, so they miss
 * no job.  Owners sleep on departures.  The last access of a helper to a job is the store to
 * job->helpers, because the owner's stack frame may disappear right afterwards.
 */
#include "run/pool.h"
#include "machine/processor.h"
#include "util/relax.h"
#include "util/thread.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SPINS_IDLE 200    /* reads of `published` before sleeping: some microseconds */
#define SPINS_RETIRE 2000 /* reads of `helpers` before sleeping */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static zed_job_t *jobs;         /* a circular list, under the lock; oldest first */
static bool started;            /* under the lock */
static uint32_t waiting_owners; /* under the lock */
static _Atomic uint32_t published;
static _Atomic uint32_t departures;
static _Atomic uint32_t sleepers;
static _Atomic uint32_t idle_spinners;

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word, uint32_t count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

/* Finds a job that wants a helper, and joins it. */
static zed_job_t *job_join(void)
{
    pthread_mutex_lock(&lock);
    zed_job_t *job = jobs;
    while (job && job->wanted == 0) {
        job = job->next == jobs ? NULL : job->next;
    }
    if (job) {
        job->wanted--;
        atomic_fetch_add_explicit(&job->helpers, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&lock);
    return job;
}

static void job_leave(zed_job_t *job)
{
    pthread_mutex_lock(&lock);
    const bool wake = waiting_owners != 0;
    const uint32_t others = atomic_load_explicit(&job->helpers, memory_order_relaxed) - 1;
    atomic_store_explicit(&job->helpers, others, memory_order_release);
    if (wake) {
        atomic_fetch_add_explicit(&departures, 1, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    if (wake) {
        futex_wake(&departures, INT_MAX);
    }
}

static void sleep_until_published(uint32_t seen)
{
    atomic_fetch_add_explicit(&idle_spinners, 1, memory_order_relaxed);
    bool news = false;
    for (uint32_t i = 0; i < SPINS_IDLE && !news; i++) {
        ishmemi_relax();
        news = atomic_load_explicit(&published, memory_order_relaxed) != seen;
    }
    atomic_fetch_sub_explicit(&idle_spinners, 1, memory_order_relaxed);
    if (!news) {
        /* Sequentially consistent with the publisher, which increments published and then reads
         * sleepers. */
        atomic_fetch_add(&sleepers, 1);
        if (atomic_load(&published) == seen) {
            futex_wait(&published, seen);
        }
        atomic_fetch_sub(&sleepers, 1);
    }
}

static void *helper_main(void *unused)
{
    (void)unused;
    for (;;) {
        const uint32_t seen = atomic_load(&published);
        zed_job_t *job = job_join();
        if (job) {
            job->run(job->argument);
            job_leave(job);
        } else {
            sleep_until_published(seen);
        }
    }
    return NULL;
}

/* The caller holds the lock.  It is not an error if fewer threads start than wanted, or none: no
 * work depends on them. */
static void threads_start(void)
{
    pthread_attr_t attributes;

    started = true;
    if (pthread_attr_init(&attributes) != 0) {
        return;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setaffinity_np(&attributes, sizeof(cpu_set_t), zed_processor_set());
    for (uint32_t i = 1; i < zed_processor_threads(); i++) {
        pthread_t thread;
        if (ishmemi_thread_create(&thread, &attributes, helper_main, NULL) != 0) {
            fprintf(stderr, "zed: only %u of %u helper threads could be started\n", i - 1,
                    zed_processor_threads() - 1);
            break;
        }
        pthread_setname_np(thread, "zed-helper");
    }
    pthread_attr_destroy(&attributes);
}

uint32_t zed_pool_free(void)
{
    const uint32_t most = zed_processor_threads() - 1;
    const uint32_t free =
        most == 0
            ? 0
            : zed_processor_free() + atomic_load_explicit(&idle_spinners, memory_order_relaxed);
    return free < most ? free : most;
}

void zed_pool_publish(zed_job_t *job, uint32_t helpers)
{
    atomic_init(&job->helpers, 0);
    pthread_mutex_lock(&lock);
    if (!started) {
        threads_start();
    }
    job->wanted = helpers;
    if (!jobs) {
        job->next = job;
        job->previous = job;
        jobs = job;
    } else {
        job->next = jobs;
        job->previous = jobs->previous;
        job->previous->next = job;
        job->next->previous = job;
    }
    atomic_fetch_add(&published, 1);
    pthread_mutex_unlock(&lock);
    if (atomic_load(&sleepers) != 0) {
        futex_wake(&published, helpers);
    }
}

void zed_pool_retire(zed_job_t *job)
{
    pthread_mutex_lock(&lock);
    job->wanted = 0;
    if (job->next == job) {
        jobs = NULL;
    } else {
        job->next->previous = job->previous;
        job->previous->next = job->next;
        if (jobs == job) {
            jobs = job->next;
        }
    }
    pthread_mutex_unlock(&lock);

    for (uint32_t i = 0; i < SPINS_RETIRE; i++) {
        if (atomic_load_explicit(&job->helpers, memory_order_acquire) == 0) {
            return;
        }
        ishmemi_relax();
    }
    pthread_mutex_lock(&lock);
    waiting_owners++;
    while (atomic_load_explicit(&job->helpers, memory_order_acquire) != 0) {
        const uint32_t seen = atomic_load_explicit(&departures, memory_order_acquire);
        pthread_mutex_unlock(&lock);
        futex_wait(&departures, seen);
        pthread_mutex_lock(&lock);
    }
    waiting_owners--;
    pthread_mutex_unlock(&lock);
}
