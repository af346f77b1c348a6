/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What ISHMEM_INFO=1 shows: the library, the job, its tiles and links, and the environment.
 */
#ifndef ISHMEMI_INFO_H
#define ISHMEMI_INFO_H

/* Collective, at the end of start-up: PE 0 writes it to stdout.  0, or -1 having said why. */
int ishmemi_info_print(void);

#endif
