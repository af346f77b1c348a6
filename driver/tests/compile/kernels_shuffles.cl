/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles and ballots, which need SPIR-V 1.3. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

kernel void shuffles(global uint *to)
{
    uint lane = get_sub_group_local_id(), v = lane * 10;
    to += get_global_id(0) * 9;
    to[8] = sub_group_shuffle_xor(v, 1);
    to[0] = sub_group_shuffle(v, 15 - lane);
    to[1] = sub_group_shuffle_up(v, 2);
    to[2] = sub_group_shuffle_down(v, 3);
    uint4 votes = sub_group_ballot(lane % 3 == 0);
    to[3] = votes.x;
    to[4] = sub_group_ballot_bit_count(votes);
    to[5] = intel_sub_group_shuffle(v, 5);
    to[6] = intel_sub_group_shuffle_down(v, v + 1000, 4);
    to[7] = intel_sub_group_shuffle_up(v + 1000, v, 4);
}

kernel void vector_shuffle(global float4 *data)
{
    size_t i = get_global_id(0);
    data[i] = intel_sub_group_shuffle_xor(data[i], 3u);
}

kernel void non_uniform(global int *to)
{
    int v = (int)get_sub_group_local_id() + 1;
    to += get_global_id(0) * 4;
    to[0] = sub_group_non_uniform_reduce_add(v);
    to[1] = sub_group_non_uniform_scan_inclusive_mul(v < 10 ? v : 1);
    to[2] = sub_group_non_uniform_scan_exclusive_max(v);
    to[3] = sub_group_non_uniform_reduce_xor(v);
}
