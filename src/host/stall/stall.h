/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * When the job reports what its PEs do: a PE has waited for ISHMEM_STALL_REPORT seconds, or for
 * ISHMEM_STALL_TIMEOUT; or a user sends SIGUSR1.  This wakes the lifelines' thread, which makes the
 * report (inquiry.h).
 */
#ifndef ISHMEMI_STALL_H
#define ISHMEMI_STALL_H

#include <stdbool.h>
#include <stdint.h>

/* Why a report is made; several reasons may apply. */
#define ISHMEMI_STALL_LONG 1u    /* a PE has waited long */
#define ISHMEMI_STALL_SIGNAL 2u  /* SIGUSR1 */
#define ISHMEMI_STALL_TIMEOUT 4u /* a PE has waited too long: the job ends */
#define ISHMEMI_STALL_VISITOR 8u /* ishmem-info --job; set by the lifelines' thread */

/* Enables reports.  wake: an eventfd that the lifelines' thread polls. */
void ishmemi_stall_open(int wake);
void ishmemi_stall_close(void);

/* The watcher calls it at each look. */
void ishmemi_stall_look(void);

/* Returns the reasons that have occurred since the last call and still hold. */
unsigned ishmemi_stall_take(void);

/* A PE, this one or another, reports a long wait: the next such report is due later. */
void ishmemi_stall_reported(void);

/* Another PE will end the job, unless it dies. */
void ishmemi_stall_ends(void);

/* In how many seconds the next report of a long wait may come. */
double ishmemi_stall_next(void);

/* For a child by fork, which is not in a job. */
void ishmemi_stall_forget(void);

#endif
