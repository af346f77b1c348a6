/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Probes of the mappings of other PEs' heaps: none is trusted untried.
 */
#ifndef ISHMEMI_PROBE_H
#define ISHMEMI_PROBE_H

#include <stdbool.h>

/* Writes this PE's pattern into its own heap.  0, or -1 having said why. */
int ishmemi_probe_mark(void);
/* Whether the pattern of PE pe can be loaded through its mapping. */
bool ishmemi_probe_is_heap_of(int pe);

/* Collective.  Tries what peers do with heaps: loads, stores, 64-bit atomic adds, and removes all
 * traces.  Peers that fail are those of another host then (part.h).  0, or -1 having said why. */
int ishmemi_probe_peers(void);

#endif
