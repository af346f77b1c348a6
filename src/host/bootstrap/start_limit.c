/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See start_limit.h.
 *
 * word     written by                read by                ordering
 * step     the thread that starts up the thread that fails  relaxed: always a constant string
 * passed   the limit's thread        threads that wait      relaxed: nothing else is read with it
 * heard    threads that wait         the limit's thread     relaxed, likewise
 */
#include "start_limit.h"

#include "exit.h"
#include "job.h"
#include "leftovers.h"
#include "log.h"
#include "roster.h"
#include "util/clock.h"
#include "util/thread.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Time for PEs that started later to find the missing ones before this PE is missing too; and time
 * for a wait that has noticed the limit to find out more. */
#define PAUSE_S 2
#define GRACE_S 4

static struct {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended; /* uses CLOCK_MONOTONIC */
    bool is_over;         /* under the mutex */
    bool is_running;
    int seconds;
    const char *step;
    bool passed;
    bool heard; /* a wait has noticed that the limit has passed */
} limit = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void ishmemi_start_limit_step(const char *step)
{
    __atomic_store_n(&limit.step, step, __ATOMIC_RELAXED);
}

bool ishmemi_start_limit_has_passed(void)
{
    const bool passed = __atomic_load_n(&limit.passed, __ATOMIC_RELAXED);
    if (passed) {
        __atomic_store_n(&limit.heard, true, __ATOMIC_RELAXED);
    }
    return passed;
}

void ishmemi_start_limit_fail(const char *missing)
{
    if (ishmemi_exit_may_speak()) {
        char who[32] = "";
        if (!ishmemi_job.bootstrap) {
            ishmemi_roster_name(who, sizeof who);
        }
        ishmemi_error_drop();
        ishmemi_error(
            "%sstart-up has not ended within %d s: this PE waits in %s%s%s (a PE has died "
            "or has not been started; ISHMEM_START_TIMEOUT sets the time)",
            who, limit.seconds, __atomic_load_n(&limit.step, __ATOMIC_RELAXED),
            *missing ? "; missing: " : "", missing);
    }
    ishmemi_leftovers_remove();
    ishmemi_exit_after_death();
}

/* Returns whether start-up has ended. */
static bool wait_for(int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&limit.mutex);
    int error = 0;
    while (!limit.is_over && error != ETIMEDOUT) {
        error = pthread_cond_timedwait(&limit.ended, &limit.mutex, &until);
    }
    const bool is_over = limit.is_over;
    pthread_mutex_unlock(&limit.mutex);
    return is_over;
}

static void *run(void *unused)
{
    (void)unused;
    char missing[ISHMEMI_ROSTER_TEXT];
    if (wait_for(limit.seconds)) {
        return NULL;
    }
    /* Before the PEs that are here end as well. */
    ishmemi_roster_missing(missing, sizeof missing);
    __atomic_store_n(&limit.passed, true, __ATOMIC_RELAXED);
    if (!wait_for(PAUSE_S) &&
        !(__atomic_load_n(&limit.heard, __ATOMIC_RELAXED) && wait_for(GRACE_S))) {
        ishmemi_start_limit_fail(missing);
    }
    return NULL;
}

void ishmemi_start_limit_begin(int seconds, bool is_whole)
{
    pthread_condattr_t attributes;
    ishmemi_start_limit_step("ishmem_init");
    if (is_whole) {
        ishmemi_roster_enter();
    }
    if (seconds == 0) {
        return;
    }
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&limit.ended, &attributes);
    pthread_condattr_destroy(&attributes);
    limit.is_over = false;
    limit.seconds = seconds;
    const int error = ishmemi_thread_create(&limit.thread, NULL, run, NULL);
    limit.is_running = error == 0;
    if (error != 0) {
        ishmemi_warn("start-up has no time limit, because its thread cannot be created: %s",
                     strerror(error));
    }
}

void ishmemi_start_limit_end(void)
{
    ishmemi_roster_leave();
    if (!limit.is_running) {
        return;
    }
    limit.is_running = false;
    pthread_mutex_lock(&limit.mutex);
    limit.is_over = true;
    pthread_cond_signal(&limit.ended);
    pthread_mutex_unlock(&limit.mutex);
    pthread_join(limit.thread, NULL);
    pthread_cond_destroy(&limit.ended);
    __atomic_store_n(&limit.passed, false, __ATOMIC_RELAXED);
}
