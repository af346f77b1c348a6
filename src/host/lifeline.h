/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lifelines: connections between the PEs of a job on which hardly anything travels while all is well.
 * When a PE dies, the kernel closes its ends; when a PE ends the job, it says so.  Either is known at
 * once, whatever the program does at that time.  And a PE that sends to another host after a silence
 * rings there, so that the thread which serves it need not look again and again.
 *
 * In jobs of up to 64 PEs each has one to every other; in larger jobs each has them to the PEs at
 * distances that are powers of two, and the news goes from line to line.
 */
#ifndef ISHMEMI_LIFELINE_H
#define ISHMEMI_LIFELINE_H

#include <stdbool.h>
#include <stdint.h>

/* Collective, when the job is joined.  A line that cannot be made is no error: what happens to that
 * PE is then known from others, or from the runtime. */
void ishmemi_lifeline_open(void);
/* Before a barrier, behind which PEs may leave. */
void ishmemi_lifeline_close(void);

/* Rings at a PE to which there is a line, and does nothing at another: between open and close. */
void ishmemi_lifeline_ring(int pe);
/* The same at this PE. */
void ishmemi_lifeline_ring_here(void);
/* Whether there is a line to each PE. */
bool ishmemi_lifeline_reaches_all(void);
/* To be polled, from open to close, by who is rung for: readable when there are rings that he has not
 * taken, and also for a moment before; -1 in a job of one PE. */
int ishmemi_lifeline_bell(void);
/* For one thread: how many rings there were since it took them last. */
uint64_t ishmemi_lifeline_take_rings(void);

/* Tells the others that this PE ends the job, with this status.  Callable at any time, by any
 * thread. */
void ishmemi_lifeline_tell_end(int status);

#endif
