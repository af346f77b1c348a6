/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether the host may load and store the heaps.
 */
#ifndef ISHMEMI_HOST_ACCESS_H
#define ISHMEMI_HOST_ACCESS_H

/* Collective, after the peers' heaps are mapped.  Sets ishmemi_job.heap_host_mapped to the same
 * value on every PE.  0, or -1 after an error message. */
int ishmemi_host_access_find(void);

#endif
