/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether a process may open as many files as a job takes.
 */
#ifndef ISHMEMI_DESCRIPTORS_H
#define ISHMEMI_DESCRIPTORS_H

/* Between joining the job and the first connections: 0, or -1 having said what the limit is.  Without it parts of
 * the start would fail one by one, some of them into slower ways. */
int ishmemi_descriptors_check(void);

#endif
