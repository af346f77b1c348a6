/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Probes of the mappings of other PEs' heaps.  No mapping is used without a probe.
 */
#ifndef ISHMEMI_PROBE_H
#define ISHMEMI_PROBE_H

#include <stdbool.h>

/* Writes this PE's pattern into its own heap.  0, or -1 after an error message. */
int ishmemi_probe_mark(void);
/* Whether the pattern of PE pe can be loaded through its mapping. */
bool ishmemi_probe_is_heap_of(int pe);

/* Collective.  Tries what peers do with heaps: loads, stores and 64-bit atomic adds.  Removes
 * all traces.  Peers that fail become PEs of another host (part.h).  0, or -1 after an error
 * message. */
int ishmemi_probe_peers(void);

#endif
