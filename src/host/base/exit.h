/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ways to end a job early.
 */
#ifndef ISHMEMI_EXIT_H
#define ISHMEMI_EXIT_H

#include <stdbool.h>
#include <stdnoreturn.h>

typedef void (*ishmemi_exit_step_fn)(int status);

/* A step notifies the job's other processes of its end: through abort words, which end waits of
 * hosts and kernels, or through lifelines.  Add steps once, before there are threads; they are
 * called in the order in which they were added. */
void ishmemi_exit_add_step(ishmemi_exit_step_fn step);

/* Sets a function that each function below calls when this process leaves.  Call it before there
 * are threads. */
void ishmemi_exit_set_farewell(void (*farewell)(void));

/* Sets the runtime of the job, which ends the processes after the steps, and the seconds for which
 * a process that follows another waits; NULL and 1 while there is none. */
void ishmemi_exit_set_runtime(ishmemi_exit_step_fn abort, int follow_seconds);

/* Ends every process of the job with `status`: takes the steps, then makes the launcher or the
 * runtime end the processes.  Any thread may call it at any time. */
noreturn void ishmemi_exit_job(int status);

/* The same after the death of another PE.  The launcher detects the death itself and chooses the
 * job's status; each PE leaves by itself after its message. */
noreturn void ishmemi_exit_after_death(void);

/* Ends this process after another PE has called, or is about to call, ishmemi_exit_job.  It waits
 * for that PE's message, because the first process that leaves may take all others with it. */
noreturn void ishmemi_exit_follow(int status);

/* Whether a thread of this process is ending the job. */
bool ishmemi_exit_is_under_way(void);

/* The process exits and the library has finalized itself.  Destructors of static objects that free
 * memory or finalize then come too late, which is not an error. */
void ishmemi_exit_note_finalized(void);
bool ishmemi_exit_has_finalized(void);

/* Returns true once: if this process has not printed anything about the job's end yet. */
bool ishmemi_exit_may_speak(void);

#endif
