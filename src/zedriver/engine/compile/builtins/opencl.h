/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * OpenCL's types for built-ins written in C++.  These files are compiled for
 * SPIR, whose functions take vectors and half as they are, so that overloads
 * get the very names that kernels call.
 */
#ifndef ZED_BUILTINS_OPENCL_H
#define ZED_BUILTINS_OPENCL_H

#include "../../abi.h"

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using half = __fp16;

enum memory_fence : uint { fence_local = 1, fence_global = 2 };
enum memory_scope { scope_work_item, scope_work_group, scope_device, scope_all, scope_sub_group };

/* The item's own copy of what identifies it, which the compiler keeps in registers. */
extern "C" const zed_item_t *zed_view() __attribute__((const));

/* Indices are chosen among three, never computed, so that the copy can dissolve. */
static inline ulong pick(const uint64_t *values, uint dimension, ulong otherwise)
{
    return dimension == 0   ? values[0]
           : dimension == 1 ? values[1]
           : dimension == 2 ? values[2]
                            : otherwise;
}

static inline ulong local_linear_id()
{
    return zed_view()->linear_id;
}

static inline ulong local_count()
{
    const zed_group_t *group = zed_view()->group;
    return group->group_size[0] * group->group_size[1] * group->group_size[2];
}

static inline uint sub_group_lane()
{
    return static_cast<uint>(local_linear_id() % ZED_SUB_GROUP_SIZE);
}

/* The last sub-group may be smaller. */
static inline uint sub_group_count()
{
    ulong first = local_linear_id() / ZED_SUB_GROUP_SIZE * ZED_SUB_GROUP_SIZE;
    ulong left = local_count() - first;
    return static_cast<uint>(left < ZED_SUB_GROUP_SIZE ? left : ZED_SUB_GROUP_SIZE);
}

#endif
