/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which memory the host loads and stores.
 */
#ifndef ISHMEMI_HOST_REACH_H
#define ISHMEMI_HOST_REACH_H

#include <stdbool.h>

/* Whether the host loads and stores the caller's own memory at the address: anything but a tile's memory
 * where heaps are not mapped for the host.  Asks Level Zero; not for fast paths. */
bool ishmemi_host_reaches(const void *address);

#endif
