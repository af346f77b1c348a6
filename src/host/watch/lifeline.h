/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lifelines: connections between the PEs of a job on which hardly anything travels while all is well.
 * When a PE dies, the kernel closes its ends; when a PE ends the job, it says so.  Either is known at
 * once, whatever the program does at that time.  Where a PE has no connection to every other (connections.h), the
 * news goes from connection to connection.
 */
#ifndef ISHMEMI_LIFELINE_H
#define ISHMEMI_LIFELINE_H

#include <stdbool.h>

/* Collective, when the job is joined.  A connection that cannot be made is no error: what happens to that
 * PE is then known from others, or from the runtime. */
void ishmemi_lifeline_open(void);
/* Before a barrier, after which PEs may leave. */
void ishmemi_lifeline_close(void);

/* An eventfd by which the thread of the lifelines is woken, from open to close. */
int ishmemi_lifeline_wake(void);

/* Tells the others that this PE ends the job, with this status.  Callable at any time, by any
 * thread. */
void ishmemi_lifeline_tell_end(int status);

/* Tells the others that this PE has come to the end of its part: it is in ishmem_finalize, or the
 * program ends without. */
void ishmemi_lifeline_tell_done(void);

/* Whether all PEs have told so, after waiting for them for so many seconds at most; else *pe is one
 * that has not. */
bool ishmemi_lifeline_all_done(int seconds, int *pe);

#endif
