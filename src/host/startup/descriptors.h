/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether a process may open as many files as a job needs.
 */
#ifndef ISHMEMI_DESCRIPTORS_H
#define ISHMEMI_DESCRIPTORS_H

/* Call it after joining the job and before the first connections.  0, or -1 after a message that
 * names the limit.  Without this check, parts of start-up would fail one by one, and some would
 * choose slower ways. */
int ishmemi_descriptors_check(void);

#endif
