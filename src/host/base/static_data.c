/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of static objects (static_data.h).
 */
#include "static_data.h"

ishmemi_segment_t ishmemi_segment;

bool ishmemi_segment_has_no_gap(const void *start, size_t bytes)
{
    const uintptr_t first = (uintptr_t)start;
    uintptr_t at = first;
    for (size_t i = 0; i < ishmemi_segment.extent_count && at < first + bytes; i++) {
        if (at >= ishmemi_segment.extents[i].start && at < ishmemi_segment.extents[i].end) {
            at = ishmemi_segment.extents[i].end;
        }
    }
    return at >= first + bytes;
}
