/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ways by which a job ends before its time.
 */
#ifndef ISHMEMI_EXIT_H
#define ISHMEMI_EXIT_H

#include <stdbool.h>
#include <stdnoreturn.h>

typedef void (*ishmemi_exit_step_fn)(int status);

/* What tells the job's other processes of its end: abort words, by which waits of hosts and kernels
 * end, and lifelines.  Added once, before there are threads; called in the order in which they were
 * added. */
void ishmemi_exit_add_step(ishmemi_exit_step_fn step);

/* Called, likewise before there are threads, by each of the functions below when this process leaves. */
void ishmemi_exit_set_farewell(void (*farewell)(void));

/* The runtime that the job has, which ends the processes after the steps, and how long a process
 * that follows another waits; NULL and 1 s while there is none. */
void ishmemi_exit_set_runtime(ishmemi_exit_step_fn abort, int follow_seconds);

/* Ends every process of the job with `status`: takes the steps, then has the launcher or the runtime
 * end the processes.  Callable at any time, from any thread. */
noreturn void ishmemi_exit_job(int status);

/* The same after the death of another PE.  The launcher knows of it or will know, and chooses the
 * job's status; each PE leaves by itself when it has spoken. */
noreturn void ishmemi_exit_after_death(void);

/* Ends this process after another PE has called, or is about to call, ishmemi_exit_job: gives it
 * time to speak, as the first process that leaves may take all others with it. */
noreturn void ishmemi_exit_follow(int status);

/* Whether a thread of this process is ending the job. */
bool ishmemi_exit_is_under_way(void);

/* The process exits, and the library has finalized itself.  Destructors of static objects that free memory or finalize
 * come too late then, and are right nevertheless. */
void ishmemi_exit_note_finalized(void);
bool ishmemi_exit_has_finalized(void);

/* Whether nothing has been said on this process yet about the end of the job; says yes once. */
bool ishmemi_exit_may_speak(void);

#endif
