/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This PE's ring (shared/ring.h), if kernels of this PE cannot reach some PE.
 */
#ifndef ISHMEMI_RING_OPEN_H
#define ISHMEMI_RING_OPEN_H

#include "proxy/ring.h"

/* When the delta table is there.  0, or -1 having said why. */
int ishmemi_ring_start(void);
void ishmemi_ring_end(void);

/* NULL where this PE needs none. */
ishmemi_ring_host_t *ishmemi_ring_get(void);

#endif
