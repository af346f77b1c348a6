/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ISHMEM_TRACE: records every call in a file, with its times.
 */
#ifndef ISHMEMI_TRACE_H
#define ISHMEMI_TRACE_H

/* Collective: records calls from now on if the environment asks for it.  0, or -1 after an error
 * message. */
int ishmemi_trace_open(void);

/* Collective: completes the file.  No thread is in a call. */
void ishmemi_trace_close(void);

#endif
