/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that carries the transport on while the program is elsewhere.
 */
#ifndef ISHMEMI_FAR_THREAD_H
#define ISHMEMI_FAR_THREAD_H

#include <stdbool.h>

/* When the transport is open.  is_driven: there is to be no thread (driven.h).  0, or -1 having said
 * why. */
int ishmemi_far_thread_start(bool is_driven);
void ishmemi_far_thread_stop(void);

/* A thread of the program has started long data for which it does not wait. */
void ishmemi_far_thread_wake(void);
/* A thread of the program is about to carry the transport on itself. */
void ishmemi_far_thread_rest(void);

#endif
