/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Driving the transport.  Where its runtime allows no thread of this library to call it, as MPI does
 * below MPI_THREAD_MULTIPLE, there is no proxy thread.  The program's threads take its steps in their
 * calls of this library: again and again while they wait (spin.h), and now and then in calls that do
 * not wait.  So PEs of other hosts are served, and kernels' requests are sent, while the program is in
 * this library, and not otherwise.
 */
#ifndef ISHMEMI_DRIVEN_H
#define ISHMEMI_DRIVEN_H

#include "runtime/transport.h"
#include "spin.h"

/* When the transport is open.  Whether it is to be driven. */
bool ishmemi_driven_open(void);
void ishmemi_driven_close(void);

/* By one thread, again and again, which may not call the transport: warns of kernels' requests that
 * nobody takes. */
void ishmemi_driven_look(void);

void ishmemi_driven_pass(void);
void ishmemi_driven_enter(const char *routine);

/* In each call that does not take the short way (reach.h). */
static inline void ishmemi_drive_pass(void)
{
    if (__builtin_expect(ishmemi_spin_drives, false)) {
        ishmemi_driven_pass();
    }
}

/* Before the transport is called for `routine`: ends the job if this thread may not. */
static inline void ishmemi_drive_enter(const char *routine)
{
    if (__builtin_expect(ishmemi_spin_drives, false)) {
        ishmemi_driven_enter(routine);
    }
}

#endif
