/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The objects of symmetric heaps, in addition to the table of allocations: libishmem reports them.
 */
#ifndef ZED_MEMORY_GUARD_OBJECTS_H
#define ZED_MEMORY_GUARD_OBJECTS_H

#include "memory/guard.h"

#include "ze_cpu_ext.h"

/* NULL without ZECPU_SANITIZE=1. */
const ze_cpu_heap_objects_t *zed_guard_objects(void);

/* Like zed_guard_find.  In a heap, the zone is an object: the last one that begins at or before the
 * address, or else the first. */
bool zed_guard_find_object(uintptr_t address, zed_zone_t *zone);

#endif
