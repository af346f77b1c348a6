/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The doorbells of the threads that serve far PEs (far_thread.h).  A PE that sends to another after
 * a silence rings that one's doorbell, so that the thread there can sleep and need not poll.
 * Doorbells have connections of their own, on which only that thread sleeps, so that a ring wakes
 * one thread, not two.  In a large job (overlay.h) a PE has none: it rings over the lifelines, whose
 * threads pass the ring on.
 */
#ifndef ISHMEMI_FAR_DOORBELL_H
#define ISHMEMI_FAR_DOORBELL_H

#include <stdbool.h>
#include <stdint.h>

/* Collective, in a job with far PEs and threads that serve them.  It is not an error if a doorbell
 * has no connection. */
void ishmemi_far_doorbell_open(void);
void ishmemi_far_doorbell_close(void);

/* Rings at a PE, if possible.  For any thread. */
void ishmemi_far_doorbell_ring(int pe);
/* Rings this PE's own doorbell. */
void ishmemi_far_doorbell_ring_here(void);
/* Whether all far PEs can ring here. */
bool ishmemi_far_doorbell_reaches_all(void);

/* For the thread: a descriptor that is readable while there are wake-ups that it has not taken;
 * take returns how many it takes. */
int ishmemi_far_doorbell_descriptor(void);
uint64_t ishmemi_far_doorbell_take(void);

#endif
