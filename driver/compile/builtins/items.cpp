/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-item functions. */
#include "opencl.h"

ulong get_global_id(uint d)
{
    return group_id(d) * group_size(d) + local_id(d) + global_offset(d);
}

ulong get_global_size(uint d)
{
    return group_count(d) * group_size(d);
}

ulong get_global_offset(uint d)
{
    return global_offset(d);
}

ulong get_local_id(uint d)
{
    return local_id(d);
}

ulong get_local_size(uint d)
{
    return group_size(d);
}

ulong get_enqueued_local_size(uint d)
{
    return group_size(d);
}

ulong get_group_id(uint d)
{
    return group_id(d);
}

ulong get_num_groups(uint d)
{
    return group_count(d);
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
    return sub_group_most();
}

uint get_num_sub_groups()
{
    return static_cast<uint>((local_count() + sub_group_items - 1) / sub_group_items);
}

uint get_enqueued_num_sub_groups()
{
    return get_num_sub_groups();
}

uint get_sub_group_id()
{
    return static_cast<uint>(local_linear_id() / sub_group_items);
}

uint get_sub_group_local_id()
{
    return sub_group_lane();
}
