/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The watcher polls three things in this PE's head (shared/state.h): the abort word, with which
 * another PE or a kernel ends the job; the report of a kernel's bad call; and the mail.  It also
 * checks whether something has waited too long (stall.h).
 *
 * It sleeps between looks, longer the longer nothing has arrived.  So an idle watcher costs next to
 * nothing, and a kernel that sends mail repeatedly is answered at once.  Looks through copies cost
 * more, so they are less frequent.
 */
#include "watch.h"

#include "exit.h"
#include "fatal.h"
#include "head.h"
#include "job.h"
#include "log.h"
#include "mail.h"
#include "report.h"
#include "stall.h"
#include "util/thread.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#define SHORTEST_NS 20000
#define LONGEST_NS 5000000
#define LONGEST_BY_COPY_NS 20000000
/* Looks after the last mail that only yield. */
#define EAGER_LOOKS 100
/* Time for a waiting thread to report what it waited for: it wakes up earlier than this. */
#define COURTESY_NS 2000000

static struct {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stopped; /* uses CLOCK_MONOTONIC */
    bool stop;
    void (*look)(void);
} watch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Also for a kernel's bad call, whose report is complete before the abort word is set. */
static void look_for_end(void)
{
    const uint64_t word = ishmemi_head_load(&ishmemi_job.head->abort.value);
    if (word == 0) {
        return;
    }
    ishmemi_mail_receive();
    ishmemi_report_end_if_any();
    nanosleep(&(struct timespec){.tv_nsec = COURTESY_NS}, NULL);
    const int status = (int)(word - 1);
    if (ishmemi_exit_may_speak()) {
        ishmemi_error("the job ends with status %d", status);
        ishmemi_error_handle(ISHMEMX_ERROR_JOB, true, "the job ends with status %d", status);
    }
    ishmemi_exit_follow(status);
}

/* Returns whether to stop. */
static bool sleep_for(long ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ns;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&watch.mutex);
    while (!watch.stop &&
           pthread_cond_timedwait(&watch.stopped, &watch.mutex, &until) != ETIMEDOUT) {
    }
    const bool stop = watch.stop;
    pthread_mutex_unlock(&watch.mutex);
    return stop;
}

static void *run(void *unused)
{
    (void)unused;
    const long longest = ishmemi_job.heap_host_mapped ? LONGEST_NS : LONGEST_BY_COPY_NS;
    long pause = longest;
    int eager = 0;
    for (bool stop = false; !stop;) {
        look_for_end();
        ishmemi_stall_look();
        watch.look();
        if (ishmemi_mail_receive()) {
            eager = EAGER_LOOKS;
            pause = SHORTEST_NS;
        }
        if (eager > 0) {
            eager--;
            sched_yield();
        } else {
            stop = sleep_for(pause);
            pause = pause * 2 < longest ? pause * 2 : longest;
        }
    }
    return NULL;
}

int ishmemi_watch_start(void (*look)(void))
{
    if (ishmemi_head_open() != 0) {
        return -1;
    }
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch.stopped, &attributes);
    pthread_condattr_destroy(&attributes);
    ishmemi_mail_open();
    watch.stop = false;
    watch.look = look;
    const int error = ishmemi_thread_create(&watch.thread, NULL, run, NULL);
    if (error != 0) {
        pthread_cond_destroy(&watch.stopped);
        ishmemi_head_close();
        ishmemi_error("the watcher's thread cannot be created: %s", strerror(error));
        return -1;
    }
    return 0;
}

void ishmemi_watch_stop(void)
{
    pthread_mutex_lock(&watch.mutex);
    watch.stop = true;
    pthread_cond_signal(&watch.stopped);
    pthread_mutex_unlock(&watch.mutex);
    pthread_join(watch.thread, NULL);
    pthread_cond_destroy(&watch.stopped);
    /* Handles what kernels have reported since the last look. */
    look_for_end();
    ishmemi_mail_receive();
    ishmemi_head_close();
}
