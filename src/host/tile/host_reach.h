/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which memory the host can load and store.
 */
#ifndef ISHMEMI_HOST_REACH_H
#define ISHMEMI_HOST_REACH_H

#include <stdbool.h>

/* Whether the host can load and store the caller's own memory at the address.  This is not so only
 * for a tile's memory if heaps are not mapped for the host.  Queries Level Zero, so not for fast
 * paths. */
bool ishmemi_host_reaches(const void *address);

#endif
