/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which memory the host can load and store.
 */
#ifndef ISHMEMI_HOST_REACH_H
#define ISHMEMI_HOST_REACH_H

#include <stdbool.h>

/* Whether the host can load and store the caller's own memory at the address.  False only for
 * the tile's memory, in a job in which the host cannot load and store heaps.  Queries Level Zero:
 * not for fast paths. */
bool ishmemi_host_reaches(const void *address);

#endif
