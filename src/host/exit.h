/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ways by which a job ends before its time.
 */
#ifndef ISHMEMI_EXIT_H
#define ISHMEMI_EXIT_H

#include <stdbool.h>
#include <stdnoreturn.h>

/* Ends every process of the job with `status`: sets the abort word of every heap that is mapped
 * here, by which waits of hosts and kernels end, tells the others by the lifelines, and has the
 * launcher or the
 * runtime end the processes.  Callable at any time, from any thread. */
noreturn void ishmemi_exit_job(int status);

/* The same after the death of another PE, of which the launcher knows, or will know: the job's
 * status is the launcher's business, and each PE leaves by itself when it has spoken. */
noreturn void ishmemi_exit_after_death(void);

/* Ends this process after another PE has called, or is about to call, ishmemi_exit_job: gives it
 * time to speak, as the first process that leaves may take all others with it. */
noreturn void ishmemi_exit_follow(int status);

/* Whether nothing has been said on this process yet about the end of the job; says yes once. */
bool ishmemi_exit_may_speak(void);

/* From now on a process that leaves by exit() before ishmemi_exit_disarm says so.  It waits some time
 * for the others to come to their end as well, then calls what ishmemi_exit_leave_by has been given;
 * or, as they go on and would wait for this PE for ever, ends the job. */
void ishmemi_exit_arm(void);
void ishmemi_exit_leave_by(void (*function)(void));
void ishmemi_exit_disarm(void);

#endif
