/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parts of host_bench.  All are collective; PE 0 prints.
 */
#ifndef HOST_BENCH_H
#define HOST_BENCH_H

#include <stddef.h>

/* Where this host loads and stores PE pe's copy of a symmetric object; `instead` where heaps are not
 * memory that it can load and store. */
void *host_view(const void *symmetric, int pe, void *instead);

/* put and get of 8 B to 64 MiB against memcpy. */
void host_copies(void);

/* p, g and atomics against the plain instructions: by PE 0 alone, and by all PEs on one word. */
void host_words(void);

#endif
