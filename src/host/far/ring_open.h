/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE's ring (shared/ring.h), if there is a PE that its kernels cannot reach.
 */
#ifndef ISHMEMI_RING_OPEN_H
#define ISHMEMI_RING_OPEN_H

#include "proxy/ring.h"

/* Call it when the delta table is complete.  Returns 0, or -1 after logging why. */
int ishmemi_ring_start(void);
void ishmemi_ring_end(void);

/* NULL if this PE needs none. */
ishmemi_ring_host_t *ishmemi_ring_get(void);

#endif
