/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ending the job early.
 */
#include "exit.h"

#include "bootstrap.h"
#include "check.h"
#include "job.h"
#include "launcher.h"
#include "lifeline.h"
#include "log.h"
#include "mail.h"
#include "tile_copy.h"
#include "waiting.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The process that is in a job, 0 when none is: a child by fork inherits the handler, not the
 * job. */
static _Atomic pid_t armed;

/* ishmemi_head_t.abort of every mapped heap. */
static void set_abort_words(int status)
{
    const uint64_t word = (uint64_t)(unsigned)status + 1;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
            continue;
        }
        ishmemi_head_t *const head = ishmemi_peer_address(ishmemi_job.heap, pe);
        if (ishmemi_job.heap_host_mapped) {
            atomic_store_explicit((_Atomic uint64_t *)&head->abort.value, word,
                                  memory_order_relaxed);
        } else if (ishmemi_tile_try_copy(&head->abort.value, &word, sizeof word) != 0) {
            return;
        }
    }
}

/* Not fflush(NULL), which would wait for a thread that reads a stream. */
static void flush_output(void)
{
    if (ftrylockfile(stdout) == 0) {
        fflush(stdout);
        funlockfile(stdout);
    }
}

/* What this process does for the others before it leaves. */
static void take_leave(int status)
{
    static atomic_flag entered = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&entered)) {
        /* Another thread does it, or what follows has failed. */
        ishmemi_exit_follow(status);
    }
    armed = 0;
    ishmemi_exit_may_speak();
    flush_output();
    if (ishmemi_job.initialized) {
        set_abort_words(status);
    }
    ishmemi_lifeline_tell_end(status);
}

static noreturn void leave(int status)
{
    if (ishmemi_job.bootstrap) {
        ishmemi_job.bootstrap->abort(status);
    }
    _exit(status);
}

void ishmemi_exit_job(int status)
{
    take_leave(status);
    ishmemi_launcher_end(status);
    leave(status);
}

void ishmemi_exit_after_death(void)
{
    take_leave(EXIT_FAILURE);
    if (ishmemi_launcher_is_hydra()) {
        _exit(EXIT_FAILURE);
    }
    leave(EXIT_FAILURE);
}

bool ishmemi_exit_may_speak(void)
{
    static atomic_flag spoken = ATOMIC_FLAG_INIT;
    return !atomic_flag_test_and_set(&spoken);
}

void ishmemi_exit_follow(int status)
{
    const ishmemi_bootstrap_t *const bootstrap = ishmemi_job.bootstrap;
    flush_output();
    nanosleep(&(struct timespec){.tv_sec = bootstrap ? bootstrap->follow_seconds : 1}, NULL);
    /* Where the launcher has not been told on behalf of this process: by another launcher's. */
    ishmemi_launcher_end(status);
    _exit(status);
}

/* How long a PE whose program has ended waits for the others to come to their end. */
#define PATIENCE_SECONDS 5

static void (*leave_by)(void);

static noreturn void end_others(const char *why)
{
    ishmemi_error("the program ends without ishmem_finalize%s; the other PEs are ended, too", why);
    ishmemi_exit_job(EXIT_FAILURE);
}

/* The routine in which another thread waits for other PEs, which have come to their end, or NULL. */
static const char *find_waiting_thread(void)
{
    const char *routine = ishmemi_waiting_in();
    for (int i = 0; i < PATIENCE_SECONDS * 10 && routine; i++) {
        /* A wait that is over is forgotten soon. */
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        routine = ishmemi_waiting_in();
    }
    return routine;
}

static void on_exit_unfinalized(void)
{
    char why[96] = "";
    int pe = 0;
    if (armed != getpid()) {
        return;
    }
    if (!leave_by) {
        end_others(why);
    }
    ishmemi_lifeline_tell_done();
    if (!ishmemi_lifeline_all_done(PATIENCE_SECONDS, &pe)) {
        snprintf(why, sizeof why, ", and PE %d goes on", pe);
        end_others(why);
    }
    const char *const routine = find_waiting_thread();
    if (routine) {
        snprintf(why, sizeof why, ", while a thread waits in %s", routine);
        end_others(why);
    }
    ishmemi_warn("the program ends without ishmem_finalize, which is called for it");
    leave_by();
}

void ishmemi_exit_arm(void)
{
    static bool registered;
    if (!registered) {
        /* After the runtime's own handlers, so that it runs before them. */
        registered = atexit(on_exit_unfinalized) == 0;
    }
    armed = getpid();
}

void ishmemi_exit_leave_by(void (*function)(void))
{
    static bool registered;
    if (!registered) {
        /* Once more, as drivers that the start has loaded have handlers, too, and must still work. */
        registered = atexit(on_exit_unfinalized) == 0;
    }
    leave_by = function;
}

void ishmemi_exit_disarm(void)
{
    leave_by = NULL;
    armed = 0;
}

void ishmem_global_exit(int status)
{
    ishmemi_check_ready("ishmem_global_exit");
    ishmemi_debug("ishmem_global_exit(%d)", status);
    ishmemi_mail_receive();
    fflush(NULL);
    ishmemi_exit_job(status);
}
