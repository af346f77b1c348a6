/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The report of ISHMEM_INFO=1: the library, the job, its tiles and links, and the environment.
 */
#ifndef ISHMEMI_INFO_H
#define ISHMEMI_INFO_H

/* Collective, at the end of start-up: PE 0 writes the report to stdout.  0, or -1 after an error
 * message. */
int ishmemi_info_print(void);

#endif
