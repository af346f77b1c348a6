/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory ordering: fence and quiet, by a group for all of its lanes' operations.
 *
 * Every operation is a load, store or atomic of the calling lane, so ordering them is a matter of
 * fences at the scope of all devices; each lane has its own.
 */
#ifndef ISHMEM_DEVICE_ORDER_H
#define ISHMEM_DEVICE_ORDER_H

#include "language.h"

ISHMEMI_INLINE void ishmemi_fence(ishmemi_group_t group)
{
    ISHMEMI_FENCE_ORDER();
    ishmemi_group_barrier_system(group);
}

/* Sequentially consistent, because a load after quiet must not overtake the stores before it. */
ISHMEMI_INLINE void ishmemi_quiet(ishmemi_group_t group)
{
    ISHMEMI_FENCE_COMPLETE();
    ishmemi_group_barrier_system(group);
}

#endif
