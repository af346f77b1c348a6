/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Drives the transport without a proxy thread.  Where the transport's runtime allows no thread of
 * this library to call it, as MPI does below MPI_THREAD_MULTIPLE, there is no proxy thread.  The
 * program's threads take its steps in their calls of this library: repeatedly while they wait
 * (spin.h), and now and then in calls that do not wait.  So PEs of other hosts are served, and
 * kernels' requests are sent, only while the program is in this library.
 */
#ifndef ISHMEMI_DRIVEN_H
#define ISHMEMI_DRIVEN_H

#include "runtime/transport.h"
#include "spin.h"

/* Call it when the transport is open.  Returns whether the program must drive it. */
bool ishmemi_driven_open(void);
void ishmemi_driven_close(void);

/* For one thread that may not call the transport, repeatedly: warns of kernels' requests that no
 * thread takes. */
void ishmemi_driven_look(void);

void ishmemi_driven_pass(void);
void ishmemi_driven_enter(const char *routine);

/* In each call that does not take the fast path (reach.h). */
static inline void ishmemi_drive_pass(void)
{
    if (__builtin_expect(ishmemi_spin_drives, false)) {
        ishmemi_driven_pass();
    }
}

/* Before the transport is called for `routine`: ends the job if this thread must not call it. */
static inline void ishmemi_drive_enter(const char *routine)
{
    if (__builtin_expect(ishmemi_spin_drives, false)) {
        ishmemi_driven_enter(routine);
    }
}

#endif
