/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * After something has moved the thread looks again and again for a while, giving the processor away
 * in between; then it sleeps between looks, longer after a longer silence.  While a thread of the
 * program does the same in a routine that waits, it only sleeps.
 *
 * word    written by                      read by        ordering
 * polls   threads of the program          the thread     relaxed: that it changes is what counts
 * stop    ishmemi_far_thread_stop         the thread     relaxed
 */
#include "far_thread.h"

#include "far.h"
#include "log.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define EAGER_NS 100000
#define ALERT_NS 100000000
#define ALERT_SLEEP_NS 50000
#define IDLE_SLEEP_NS 200000
#define SLACK_NS 1000

static struct {
    pthread_t thread;
    uint64_t polls;
    bool stop;
} far_thread;

void ishmemi_far_thread_rest(void)
{
    const uint64_t polls = __atomic_load_n(&far_thread.polls, __ATOMIC_RELAXED);
    __atomic_store_n(&far_thread.polls, polls + 1, __ATOMIC_RELAXED);
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void *run(void *unused)
{
    (void)unused;
    (void)prctl(PR_SET_TIMERSLACK, SLACK_NS, 0, 0, 0);
    uint64_t polls = 0;
    uint64_t moved_at = now_ns();
    while (!__atomic_load_n(&far_thread.stop, __ATOMIC_RELAXED)) {
        if (ishmemi_far->progress()) {
            moved_at = now_ns();
        }
        const uint64_t silence = now_ns() - moved_at;
        const uint64_t polls_now = __atomic_load_n(&far_thread.polls, __ATOMIC_RELAXED);
        if (polls_now == polls && silence < EAGER_NS) {
            sched_yield();
        } else {
            const long sleep_ns = silence < ALERT_NS ? ALERT_SLEEP_NS : IDLE_SLEEP_NS;
            nanosleep(&(struct timespec){.tv_nsec = sleep_ns}, NULL);
        }
        polls = polls_now;
    }
    return NULL;
}

/* The program's signals are for the program's threads. */
int ishmemi_far_thread_start(void)
{
    sigset_t all;
    sigset_t before;
    far_thread.stop = false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&far_thread.thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        ishmemi_error("the thread that serves PEs of other hosts cannot be created: %s",
                      strerror(error));
        return -1;
    }
    return 0;
}

void ishmemi_far_thread_stop(void)
{
    __atomic_store_n(&far_thread.stop, true, __ATOMIC_RELAXED);
    pthread_join(far_thread.thread, NULL);
}
