/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-item functions. */
#include "opencl.h"

ulong get_global_id(uint d)
{
    const zed_item_t *item = zed_view();
    const zed_group_t *group = item->group;
    return pick(group->group_id, d, 0) * pick(group->group_size, d, 1) +
           pick(item->local_id, d, 0) + pick(group->global_offset, d, 0);
}

ulong get_global_size(uint d)
{
    const zed_group_t *group = zed_view()->group;
    return pick(group->group_count, d, 1) * pick(group->group_size, d, 1);
}

ulong get_global_offset(uint d)
{
    return pick(zed_view()->group->global_offset, d, 0);
}

ulong get_local_id(uint d)
{
    return pick(zed_view()->local_id, d, 0);
}

ulong get_local_size(uint d)
{
    return pick(zed_view()->group->group_size, d, 1);
}

ulong get_enqueued_local_size(uint d)
{
    return get_local_size(d);
}

ulong get_group_id(uint d)
{
    return pick(zed_view()->group->group_id, d, 0);
}

ulong get_num_groups(uint d)
{
    return pick(zed_view()->group->group_count, d, 1);
}

/* Level Zero's ranges always have three dimensions. */
uint get_work_dim()
{
    return 3;
}

ulong get_local_linear_id()
{
    return local_linear_id();
}

ulong get_global_linear_id()
{
    ulong id[3];
    for (uint d = 0; d < 3; d++)
        id[d] = get_global_id(d) - get_global_offset(d);
    return (id[2] * get_global_size(1) + id[1]) * get_global_size(0) + id[0];
}

uint get_sub_group_size()
{
    return sub_group_count();
}

uint get_max_sub_group_size()
{
    ulong count = local_count();
    return static_cast<uint>(count < ZED_SUB_GROUP_SIZE ? count : ZED_SUB_GROUP_SIZE);
}

uint get_num_sub_groups()
{
    return static_cast<uint>((local_count() + ZED_SUB_GROUP_SIZE - 1) / ZED_SUB_GROUP_SIZE);
}

uint get_enqueued_num_sub_groups()
{
    return get_num_sub_groups();
}

uint get_sub_group_id()
{
    return static_cast<uint>(local_linear_id() / ZED_SUB_GROUP_SIZE);
}

uint get_sub_group_local_id()
{
    return sub_group_lane();
}
