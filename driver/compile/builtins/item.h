/* SPDX-License-Identifier: BSD-3-Clause */
/* Identifies a work-item on the processor; included by opencl.h. */
#ifndef ZED_BUILTINS_ITEM_H
#define ZED_BUILTINS_ITEM_H

#include "engine/abi.h"

constexpr ulong sub_group_items = ZED_SUB_GROUP_SIZE;

/* The item's own copy of its record, which the compiler keeps in registers. */
extern "C" const zed_item_t *zed_view() __attribute__((const));

/* Selects one of three elements and does not compute an index, so that the copy can stay in
 * registers. */
static inline ulong pick(const uint64_t *values, uint dimension, ulong otherwise)
{
    return dimension == 0   ? values[0]
           : dimension == 1 ? values[1]
           : dimension == 2 ? values[2]
                            : otherwise;
}

static inline ulong local_id(uint d)
{
    return pick(zed_view()->local_id, d, 0);
}

static inline ulong group_id(uint d)
{
    return pick(zed_view()->group->group_id, d, 0);
}

static inline ulong group_size(uint d)
{
    return pick(zed_view()->group->group_size, d, 1);
}

static inline ulong group_count(uint d)
{
    return pick(zed_view()->group->group_count, d, 1);
}

static inline ulong global_offset(uint d)
{
    return pick(zed_view()->group->global_offset, d, 0);
}

static inline ulong local_linear_id()
{
    return zed_view()->linear_id;
}

#endif
