/* SPDX-License-Identifier: BSD-3-Clause */
#include "places.h"

#include "common.h"
#include "job.h"

uint64_t ishmemi_place_of(const void *object)
{
    const uintptr_t offset = (uintptr_t)object - (uintptr_t)ishmemi_job.heap;
    if (offset < ishmemi_races.heap_bytes) {
        return offset;
    }
    return ishmemi_segment_holds(object, 1, 1)
               ? ishmemi_races.heap_bytes + ((uintptr_t)object - ishmemi_segment.start)
               : ISHMEMI_NOWHERE;
}

uint64_t ishmemi_local_place_of(const void *memory, int *number)
{
    *number = ishmemi_races.me;
    for (int i = 0; i < ishmemi_races.n; i++) {
        const int64_t delta = ishmemi_job.delta[ishmemi_races.world[i]];
        const uintptr_t offset = (uintptr_t)memory - (uintptr_t)ishmemi_job.heap - (uintptr_t)delta;
        if (delta != ISHMEMI_UNREACHABLE && offset < ishmemi_races.heap_bytes) {
            *number = i;
            return offset;
        }
    }
    return ishmemi_place_of(memory);
}
