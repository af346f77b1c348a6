/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PEs of one host whose heaps cannot be mapped become PEs of several hosts.
 */
#ifndef ISHMEMI_PART_H
#define ISHMEMI_PART_H

#include <stdbool.h>

/*
 * Collective.  failed[pe]: this PE does not reach the heap of PE pe by load and store, though it is
 * of this host; why: the reason of the first.  Where one fails, the PEs of that host are divided, by
 * job.h's host_of, so that within a host each reaches each other; mappings between hosts are closed,
 * and the lowest PE that failed says why.
 */
void ishmemi_part(const bool *failed, const char *why);

#endif
