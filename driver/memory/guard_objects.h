/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The objects of symmetric heaps in the table of allocations: libishmem reports them.
 */
#ifndef ZED_MEMORY_GUARD_OBJECTS_H
#define ZED_MEMORY_GUARD_OBJECTS_H

#include "memory/guard.h"

#include "ze_cpu_ext.h"

/* NULL without ZECPU_SANITIZE=1. */
const ze_cpu_heap_objects_t *zed_guard_objects(void);

/* As zed_guard_find; in a heap the zone is one of an object, the last one that begins at or before the
 * address, or else the first. */
bool zed_guard_find_object(uintptr_t address, zed_zone_t *zone);

#endif
