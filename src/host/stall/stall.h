/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * When the job reports what its PEs do: a PE has waited for ISHMEM_STALL_REPORT seconds, or for
 * ISHMEM_STALL_TIMEOUT; a user sends SIGUSR1.  The report itself is made by the lifelines' thread
 * (inquiry.h), which is woken.
 */
#ifndef ISHMEMI_STALL_H
#define ISHMEMI_STALL_H

#include <stdbool.h>
#include <stdint.h>

/* Why a report is made; several may come together. */
#define ISHMEMI_STALL_LONG 1u    /* a PE has waited for long */
#define ISHMEMI_STALL_SIGNAL 2u  /* SIGUSR1 */
#define ISHMEMI_STALL_TIMEOUT 4u /* a PE has waited for too long: the job ends */
#define ISHMEMI_STALL_VISITOR 8u /* ishmem-info --job; asked for by the thread itself */

/* From now on there are reports.  wake: an eventfd that the lifelines' thread polls. */
void ishmemi_stall_open(int wake);
void ishmemi_stall_close(void);

/* The watcher's look. */
void ishmemi_stall_look(void);

/* The reasons that have come since the last call, and still hold. */
unsigned ishmemi_stall_take(void);

/* A PE reports a long wait, this one or another: the next report of one is due later. */
void ishmemi_stall_reported(void);

/* Another PE ends the job, unless it dies. */
void ishmemi_stall_ends(void);

/* In how many seconds the next report of a long wait may come. */
double ishmemi_stall_next(void);

/* A child by fork is in no job. */
void ishmemi_stall_forget(void);

#endif
