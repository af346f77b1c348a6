/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * OpenCL's types for built-ins in C++, and queries about the work-item, which this folder's item.h
 * or the one in builtins_ptx answers.  The target is SPIR or NVPTX, whose functions take vectors
 * and half without conversion, so overloads get exactly the names that kernels call.
 */
#ifndef ZED_BUILTINS_OPENCL_H
#define ZED_BUILTINS_OPENCL_H

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using half = __fp16;

enum memory_fence : uint { fence_local = 1, fence_global = 2 };
enum memory_scope { scope_work_item, scope_work_group, scope_device, scope_all, scope_sub_group };

#ifdef __NVPTX__
#include "../builtins_ptx/item.h"
#else
#include "item.h"
#endif

static inline ulong local_count()
{
    return group_size(0) * group_size(1) * group_size(2);
}

static inline uint sub_group_lane()
{
    return static_cast<uint>(local_linear_id() % sub_group_items);
}

/* The last sub-group may be smaller. */
static inline uint sub_group_count()
{
    ulong first = local_linear_id() / sub_group_items * sub_group_items;
    ulong left = local_count() - first;
    return static_cast<uint>(left < sub_group_items ? left : sub_group_items);
}

/* The size of all sub-groups but the last. */
static inline uint sub_group_most()
{
    ulong count = local_count();
    return static_cast<uint>(count < sub_group_items ? count : sub_group_items);
}

#endif
