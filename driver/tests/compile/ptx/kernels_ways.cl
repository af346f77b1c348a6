/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls that all items of a sub-group reach, and calls that some may not reach. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

static uint sum(uint value, uint by)
{
    return value + sub_group_shuffle_xor(value, by);
}

kernel void all_straight(global uint *data)
{
    size_t i = get_global_id(0);
    data[i] = sum(data[i], 1);
}

kernel void all_turns(global uint *data, uint n)
{
    size_t i = get_global_id(0);
    uint value = data[i];
    for (uint by = 1; by < n; by *= 2)
        value = sum(value, by);
    data[i] = value;
}

kernel void all_branch(global uint *data, uint n)
{
    size_t i = get_global_id(0);
    if (n > 5)
        data[i] = sub_group_ballot(data[i] != 0).x;
}

kernel void all_after_branch(global uint *data, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        data[i] += n;
    data[i] = sum(data[i], 2);
}

kernel void some_branch(global uint *data)
{
    size_t i = get_global_id(0);
    if (get_local_id(0) % 3 == 0)
        data[i] = sub_group_non_uniform_reduce_add(data[i]);
}

kernel void some_left(global uint *data, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n)
        return;
    data[i] = sum(data[i], 1);
}

kernel void some_turns(global uint *data)
{
    size_t i = get_global_id(0);
    for (uint turn = 0; turn < get_local_id(0); turn++)
        data[i] += sub_group_elect();
}

kernel void some_branch_of_branch(global uint *data, uint n)
{
    size_t i = get_global_id(0);
    if (data[i] == 7) {
        if (n > 3)
            data[i] = sub_group_ballot(1).x;
    }
}
