/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that drives the transport while the program is elsewhere.
 */
#ifndef ISHMEMI_FAR_THREAD_H
#define ISHMEMI_FAR_THREAD_H

#include <stdbool.h>

/* Call it when the transport is open.  is_driven: no thread is wanted (driven.h).  Returns 0, or -1
 * after logging why. */
int ishmemi_far_thread_start(bool is_driven);
void ishmemi_far_thread_stop(void);

/* A thread of the program has started long data and does not wait for it. */
void ishmemi_far_thread_wake(void);
/* A thread of the program waits for what only the proxy's thread does. */
void ishmemi_far_thread_rouse(void);
/* A thread of the program is about to drive the transport itself. */
void ishmemi_far_thread_rest(void);

#endif
