/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_RACES: data races in symmetric memory, between calls of routines and accesses of kernels.
 */
#ifndef ISHMEMI_RACES_H
#define ISHMEMI_RACES_H

/* Collective: if the environment asks for it, calls are looked at from now on.  0, or -1 having said why. */
int ishmemi_races_open(void);

/* Collective: says how many there were.  No thread is in a call. */
void ishmemi_races_close(void);

/* In a child by fork: what it does is not looked at. */
void ishmemi_races_forget(void);

/* Kernels and command lists may call the library from now on, which is not seen: the calls of this PE are
 * taken as ordered after all that came before. */
void ishmemi_races_expect_kernels(void);

/* The same of a module that is bound to the job, if the driver does not tell what its kernels do. */
void ishmemi_races_expect_calls(void);

#endif
