/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_RACES: finds data races in symmetric memory, between calls of routines and accesses of
 * kernels.
 */
#ifndef ISHMEMI_RACES_H
#define ISHMEMI_RACES_H

/* Collective: checks calls from now on if the environment asks for it.  0, or -1 after an error
 * message. */
int ishmemi_races_open(void);

/* Collective: prints how many races there were.  No thread is in a call. */
void ishmemi_races_close(void);

/* In a child of fork(): it is not checked. */
void ishmemi_races_forget(void);

/* A module has been bound to the job.  If the driver does not report what kernels do, each call of
 * this PE counts from now on as ordered after everything that came before. */
void ishmemi_races_expect_calls(void);

#endif
