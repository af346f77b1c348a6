/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lifelines: connections between the PEs of a job that carry almost no data while all is well.
 * When a PE dies, Linux closes its ends; when a PE ends the job, it sends a message.  So the
 * others find out at once, whatever the program does at that time.  Where a PE has no connection to
 * every other (connections.h), PEs pass the message on.  They also carry rings between PEs that have
 * no doorbell of their own.
 */
#ifndef ISHMEMI_LIFELINE_H
#define ISHMEMI_LIFELINE_H

#include <stdbool.h>

/* Collective, when the job has been joined.  A missing connection is not an error: other PEs, or
 * the runtime, then report the end of that PE. */
void ishmemi_lifeline_open(void);
/* Call it before a barrier after which PEs may leave. */
void ishmemi_lifeline_close(void);

/* An eventfd that wakes the lifelines' thread; valid from open to close. */
int ishmemi_lifeline_wake(void);

/* An eventfd that counts the rings for this PE; valid from open to close. */
int ishmemi_lifeline_bell(void);
/* Rings at another PE, over the PEs between the two if there is no connection, or at this one.  For
 * any thread. */
void ishmemi_lifeline_ring(int pe);
/* Whether no PE of the job misses a connection, so that all can ring at all. */
bool ishmemi_lifeline_are_complete(void);

/* Notifies the others that this PE ends the job, with this status.  Any thread may call it at any
 * time. */
void ishmemi_lifeline_announce_end(int status);

/* Notifies the others that this PE has finished: it is in ishmem_finalize, or the program ends
 * without it. */
void ishmemi_lifeline_announce_done(void);

/* Waits at most this many seconds until all PEs have finished; returns whether they have.  If not,
 * *pe is one that has not, or -1. */
bool ishmemi_lifeline_all_done(int seconds, int *pe);

#endif
