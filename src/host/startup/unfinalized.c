/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See unfinalized.h.
 *
 * word       written by                    read by                   ordering
 * armed      threads that join and leave   the thread that exits     store release, load acquire
 * finalize,  threads that join and leave   the thread that exits     plain: a program that exits
 * may_be_late                                                        while it joins is lost anyway
 * has_late   the thread that loads parts   the thread that exits     plain
 */
#include "unfinalized.h"

#include "exit.h"
#include "head.h"
#include "job.h"
#include "lifeline.h"
#include "log.h"
#include "waiting.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* How long a PE whose program has ended waits for the others to end. */
#define PATIENCE_SECONDS 5

/* The bits of a status that the parent of a process receives. */
#define EXIT_BITS 0xff

/* The process that is in a job, or 0.  A child created by fork inherits the handler, but not the
 * job. */
static pid_t armed;
static void (*finalize)(void);
static bool may_be_late;
static bool has_late;

/* The job ends with the program's status, or with a failure if that status is 0. */
static _Noreturn void end_others(int status, const char *why)
{
    ishmemi_error("the program ends without ishmem_finalize%s; this also ends the other PEs", why);
    ishmemi_exit_job((status & EXIT_BITS) != 0 ? status & EXIT_BITS : EXIT_FAILURE);
}

/* The routine in which another thread waits for PEs that have ended, or NULL. */
static const char *find_waiting_thread(void)
{
    const char *routine = ishmemi_waiting_in();
    for (int i = 0; i < PATIENCE_SECONDS * 10 && routine; i++) {
        /* A wait that has ended is soon no longer listed. */
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        routine = ishmemi_waiting_in();
    }
    return routine;
}

/* MPI's runtime may end this process, from a thread of the library, because another PE ends the
 * job. */
static void follow_if_job_ends(void)
{
    const uint64_t word = ishmemi_head_load(&ishmemi_job.head->abort.value);
    if (word != 0) {
        ishmemi_exit_follow((int)(word - 1));
    }
}

static void end(int status)
{
    char why[96] = "";
    int pe = 0;
    if (__atomic_load_n(&armed, __ATOMIC_ACQUIRE) != getpid() || ishmemi_exit_is_under_way()) {
        return;
    }
    if (!finalize) {
        end_others(status, why);
    }
    follow_if_job_ends();
    ishmemi_lifeline_announce_done();
    if (!ishmemi_lifeline_all_done(PATIENCE_SECONDS, &pe)) {
        if (pe >= 0) {
            snprintf(why, sizeof why, ", and PE %d continues", pe);
        } else {
            snprintf(why, sizeof why, ", and another PE continues");
        }
        end_others(status, why);
    }
    const char *const routine = find_waiting_thread();
    if (routine) {
        snprintf(why, sizeof why, ", while a thread waits in %s", routine);
        end_others(status, why);
    }
    ishmemi_warn("the program ends without ishmem_finalize; the library calls it");
    finalize();
    ishmemi_exit_note_finalized();
}

static void on_late_exit(int status, void *unused)
{
    (void)unused;
    end(status);
}

static void on_early_exit(int status, void *unused)
{
    (void)unused;
    if (!finalize || !has_late || !may_be_late) {
        end(status);
    }
}

/* Headers call this.  The handler is registered before the program's static objects are
 * constructed, so it runs after they are destroyed. */
__attribute__((visibility("default"))) void ishmemi_watch_exit(void);

void ishmemi_watch_exit(void)
{
    static bool is_set;
    if (!__atomic_test_and_set(&is_set, __ATOMIC_RELAXED)) {
        has_late = on_exit(on_late_exit, NULL) == 0;
    }
}

void ishmemi_unfinalized_arm(void)
{
    static bool registered;
    if (!registered) {
        /* Registered after the runtime's own handlers, so it runs before them. */
        registered = on_exit(on_early_exit, NULL) == 0;
    }
    __atomic_store_n(&armed, getpid(), __ATOMIC_RELEASE);
}

void ishmemi_unfinalized_set(void (*function)(void), bool late)
{
    static bool registered;
    if (!registered) {
        /* Registered again, because drivers that start-up has loaded have handlers too, and
         * must still work when this one runs. */
        registered = on_exit(on_early_exit, NULL) == 0;
    }
    finalize = function;
    may_be_late = late;
}

void ishmemi_unfinalized_disarm(void)
{
    finalize = NULL;
    __atomic_store_n(&armed, 0, __ATOMIC_RELEASE);
}
