/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What this PE waits for, as far as one sentence can say it: the routine that waited last, of any
 * thread.
 */
#ifndef ISHMEMI_WAITING_H
#define ISHMEMI_WAITING_H

#include <stdint.h>

/* Around a wait that the library does not see into. */
void ishmemi_waiting_begin(const char *routine);
void ishmemi_waiting_end(void);

/* A thread still waits in `routine`, at this time of CLOCK_MONOTONIC. */
void ishmemi_waiting_note(const char *routine, uint64_t now_ns);

/* The routine; NULL if none waits. */
const char *ishmemi_waiting_in(void);

#endif
