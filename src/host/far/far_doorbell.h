/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The doorbells of the threads that serve far PEs (far_thread.h): a PE that sends to another after a
 * silence rings there, so that the thread, which sleeps, need not look again and again.  They have
 * connections of their own, on which only that thread sleeps: who rings wakes one thread, not two.
 */
#ifndef ISHMEMI_FAR_DOORBELL_H
#define ISHMEMI_FAR_DOORBELL_H

#include <stdbool.h>
#include <stdint.h>

/* Collective, in a job that has far PEs and threads that serve them.  A doorbell to which there is no connection
 * is no error. */
void ishmemi_far_doorbell_open(void);
void ishmemi_far_doorbell_close(void);

/* At a PE to which there is a connection; nothing is done for another.  By any thread. */
void ishmemi_far_doorbell_ring(int pe);
/* The same at this PE. */
void ishmemi_far_doorbell_ring_here(void);
/* Whether all far PEs ring here. */
bool ishmemi_far_doorbell_reaches_all(void);

/* For the thread: a descriptor, readable while there are rings that it has not taken, and how many
 * it takes. */
int ishmemi_far_doorbell_descriptor(void);
uint64_t ishmemi_far_doorbell_take(void);

#endif
