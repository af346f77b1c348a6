/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers.  The executor orders all memory among the items, whatever the flags are. */
#include "opencl.h"

void barrier(uint)
{
    zed_rt_barrier(zed_rt_item(), ZED_SCOPE_WORK_GROUP);
}

void work_group_barrier(uint)
{
    zed_rt_barrier(zed_rt_item(), ZED_SCOPE_WORK_GROUP);
}

void work_group_barrier(uint, memory_scope)
{
    zed_rt_barrier(zed_rt_item(), ZED_SCOPE_WORK_GROUP);
}

void sub_group_barrier(uint)
{
    zed_rt_barrier(zed_rt_item(), ZED_SCOPE_SUB_GROUP);
}

void sub_group_barrier(uint, memory_scope)
{
    zed_rt_barrier(zed_rt_item(), ZED_SCOPE_SUB_GROUP);
}
