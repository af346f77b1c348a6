/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives of work-groups and sub-groups, asynchronous copies. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* Nine results of both scopes: reduce, inclusive and exclusive scan of add, min, max. */
#define COLLECTIVES(T)                                         \
    kernel void groups_##T(global const T *from, global T *to) \
    {                                                          \
        size_t i = get_global_id(0);                           \
        T v = from[i];                                         \
        to += i * 19;                                          \
        to[0] = work_group_reduce_add(v);                      \
        to[1] = work_group_reduce_min(v);                      \
        to[2] = work_group_reduce_max(v);                      \
        to[3] = work_group_scan_inclusive_add(v);              \
        to[4] = work_group_scan_inclusive_min(v);              \
        to[5] = work_group_scan_inclusive_max(v);              \
        to[6] = work_group_scan_exclusive_add(v);              \
        to[7] = work_group_scan_exclusive_min(v);              \
        to[8] = work_group_scan_exclusive_max(v);              \
        to[9] = sub_group_reduce_add(v);                       \
        to[10] = sub_group_reduce_min(v);                      \
        to[11] = sub_group_reduce_max(v);                      \
        to[12] = sub_group_scan_inclusive_add(v);              \
        to[13] = sub_group_scan_inclusive_min(v);              \
        to[14] = sub_group_scan_inclusive_max(v);              \
        to[15] = sub_group_scan_exclusive_add(v);              \
        to[16] = work_group_broadcast(v, 3);                   \
        to[17] = sub_group_broadcast(v, 1);                    \
        to[18] = sub_group_scan_exclusive_max(v);              \
    }

COLLECTIVES(int)
COLLECTIVES(uint)
COLLECTIVES(long)
COLLECTIVES(ulong)
COLLECTIVES(half)
COLLECTIVES(float)
COLLECTIVES(double)

kernel void broadcasts(global int *to)
{
    int id = (int)get_local_linear_id();
    to[id * 3 + 0] = work_group_broadcast(id, 2, 1);
    to[id * 3 + 1] = work_group_broadcast(id, 1, 2, 1);
    to[id * 3 + 2] = work_group_all(id >= 0) + 2 * work_group_all(id > 0) +
                     4 * work_group_any(id == 7) + 8 * work_group_any(id > 1000);
}

kernel void sub_groups(global uint *to)
{
    uint i = (uint)get_local_id(0);
    to += i * 8;
    to[0] = get_sub_group_size();
    to[1] = get_max_sub_group_size();
    to[2] = get_num_sub_groups();
    to[3] = get_sub_group_id();
    to[4] = get_sub_group_local_id();
    to[5] = get_enqueued_num_sub_groups();
    to[6] = (uint)sub_group_all(get_sub_group_id() == 0) + 2 * (uint)sub_group_any(i == 17);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    to[7] = 1;
}

kernel void stage(global float4 *to, global const float4 *from)
{
    local float4 near[32];
    size_t n = get_local_size(0), base = get_group_id(0) * n, i = get_local_id(0);
    event_t event = async_work_group_copy(near, from + base, n, 0);
    wait_group_events(1, &event);
    near[i] = near[i] * 2.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(to + base, near, n, 0);
    wait_group_events(1, &event);
    prefetch(from, 1);
}

kernel void stage_strided(global int *to, global const int *from)
{
    local int near[32];
    event_t event = async_work_group_strided_copy(near, from, get_local_size(0), 3, 0);
    wait_group_events(1, &event);
    to[get_local_id(0)] = near[get_local_id(0)];
}
