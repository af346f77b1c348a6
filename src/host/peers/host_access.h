/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the host may load and store the heaps.
 */
#ifndef ISHMEMI_HOST_ACCESS_H
#define ISHMEMI_HOST_ACCESS_H

/* Collective; the heaps of the peers are mapped.  Fills ishmemi_job.heap_host_mapped, the same on
 * every PE.  0, or -1 having said why. */
int ishmemi_host_access_find(void);

#endif
