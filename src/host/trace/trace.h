/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_TRACE: every call in a file, with its times.
 */
#ifndef ISHMEMI_TRACE_H
#define ISHMEMI_TRACE_H

/* Collective: if the environment asks for it, calls are recorded from now on.  0, or -1 having said
 * why. */
int ishmemi_trace_open(void);

/* Collective: the file is complete.  No thread is in a call. */
void ishmemi_trace_close(void);

#endif
