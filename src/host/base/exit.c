/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ends the job early.
 *
 * word      written by                             read by             ordering
 * ending    the first thread that ends the job     any thread          acquire-release: only the
 *                                                                      first thread takes the steps
 * steps     ishmem_init, before there are threads  the ending thread   plain
 * runtime   ishmem_init, before there are threads  the ending thread   plain
 * farewell  ishmem_init, before there are threads  the exiting thread  plain
 */
#include "exit.h"

#include "job.h"
#include "log.h"
#include "runtime/launcher.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define STEPS 4
#define JUDGEMENT_S 2

static struct {
    ishmemi_exit_step_fn all[STEPS];
    size_t count;
} steps;

static struct {
    ishmemi_exit_step_fn abort;
    int follow_seconds;
} runtime = {.follow_seconds = 1};

static void (*farewell)(void);
static bool ending;
static bool has_finalized; /* written and read by the thread that exits */

void ishmemi_exit_add_step(ishmemi_exit_step_fn step)
{
    for (size_t i = 0; i < steps.count; i++) {
        if (steps.all[i] == step) {
            return;
        }
    }
    assert(steps.count < STEPS);
    steps.all[steps.count++] = step;
}

void ishmemi_exit_set_farewell(void (*function)(void))
{
    farewell = function;
}

static void say_farewell(void)
{
    if (farewell) {
        farewell();
    }
}

void ishmemi_exit_set_runtime(ishmemi_exit_step_fn abort, int follow_seconds)
{
    runtime.abort = abort;
    runtime.follow_seconds = follow_seconds;
}

/* Not fflush(NULL), which would wait for a thread that reads a stream. */
static void flush_output(void)
{
    if (ftrylockfile(stdout) == 0) {
        fflush(stdout);
        funlockfile(stdout);
    }
}

/* A child by fork is not in a job and ends no other process.  Its parent prints the buffered
 * output. */
static void leave_if_child(int status)
{
    if (ishmemi_job.parent != 0) {
        _exit(status);
    }
}

/* Notifies the other processes before this one leaves. */
static void take_leave(int status)
{
    if (__atomic_exchange_n(&ending, true, __ATOMIC_ACQ_REL)) {
        /* Another thread does this, or one of the steps has failed. */
        ishmemi_exit_follow(status);
    }
    ishmemi_exit_may_speak();
    say_farewell();
    flush_output();
    for (size_t i = 0; i < steps.count; i++) {
        steps.all[i](status);
    }
}

static noreturn void leave(int status)
{
    if (runtime.abort) {
        runtime.abort(status);
    }
    _exit(status);
}

void ishmemi_exit_job(int status)
{
    leave_if_child(status);
    take_leave(status);
    ishmemi_launcher_end(status);
    leave(status);
}

void ishmemi_exit_after_death(void)
{
    leave_if_child(EXIT_FAILURE);
    take_leave(EXIT_FAILURE);
    if (ishmemi_launcher_judges_deaths()) {
        /* The launcher must end all processes before this PE's status becomes part of the job's. */
        nanosleep(&(struct timespec){.tv_sec = JUDGEMENT_S}, NULL);
        _exit(EXIT_FAILURE);
    }
    leave(EXIT_FAILURE);
}

bool ishmemi_exit_is_under_way(void)
{
    return __atomic_load_n(&ending, __ATOMIC_ACQUIRE);
}

void ishmemi_exit_note_finalized(void)
{
    has_finalized = true;
}

bool ishmemi_exit_has_finalized(void)
{
    return has_finalized;
}

bool ishmemi_exit_may_speak(void)
{
    static bool spoken;
    return !__atomic_test_and_set(&spoken, __ATOMIC_RELAXED);
}

void ishmemi_exit_follow(int status)
{
    leave_if_child(status);
    say_farewell();
    flush_output();
    nanosleep(&(struct timespec){.tv_sec = runtime.follow_seconds}, NULL);
    /* The PE that ended the job may have notified another launcher than this process's. */
    ishmemi_launcher_end(status);
    _exit(status);
}
