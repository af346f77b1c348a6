/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the items of a group exchange values on an NVIDIA GPU: within a warp by
 * shuffles, between the warps of a work-group by a word of each in local memory.
 * Every item of the group takes part, as OpenCL demands; the last warp may lack
 * some.
 */
#ifndef ZED_BUILTINS_PTX_GROUP_H
#define ZED_BUILTINS_PTX_GROUP_H

#include "../builtins/fold.h"
#include "meet.h"

#pragma clang diagnostic ignored "-Wunused-function" /* each file uses some */

namespace {

/* A word of each warp's.  Whoever has read it meets the others before anybody writes again. */
__attribute__((address_space(3))) ulong zed_scratch[32];

template <class T> void put_slot(uint warp, T value)
{
    static_assert(sizeof value <= sizeof zed_scratch[0], "a word of a warp");
    ulong word = 0;
    __builtin_memcpy(&word, &value, sizeof value);
    zed_scratch[warp] = word;
}

template <class T> T get_slot(uint warp)
{
    const ulong word = zed_scratch[warp];
    T value;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
}

uint warp_number()
{
    return static_cast<uint>(local_linear_id() / sub_group_items);
}

uint warp_count()
{
    return static_cast<uint>((local_count() + sub_group_items - 1) / sub_group_items);
}

/* Of a lane that does not exist, anything. */
template <class T> T any_lane_value(T value, uint lane)
{
    uint words[(sizeof value + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    const uint mask = sub_group_mask();
    for (uint &word : words)
        word = static_cast<uint>(
            __nvvm_shfl_sync_idx_i32(mask, static_cast<int>(word), static_cast<int>(lane), 31));
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}

/* A lane that does not exist gives the asker its own value. */
template <class T> T lane_value(T value, uint lane)
{
    const T theirs = any_lane_value(value, lane);
    return lane < sub_group_count() ? theirs : value;
}

uint ballot_bits(int predicate)
{
    return static_cast<uint>(__nvvm_vote_ballot_sync(sub_group_mask(), predicate != 0));
}

/* Over `size` lanes, a power of two, from a multiple of it on; their first one has the result. */
template <class T, class Operation> T fold_lanes(T value, uint size)
{
    const uint lane = sub_group_lane(), count = sub_group_count();
    for (uint by = size / 2; by > 0; by /= 2) {
        const T theirs = any_lane_value(value, lane + by);
        if ((lane & (size - 1)) + by < size && lane + by < count)
            value = Operation::of(value, theirs);
    }
    return value;
}

template <class T, class Operation> T reduce_lanes(T value)
{
    return any_lane_value(fold_lanes<T, Operation>(value, sub_group_items), 0);
}

template <class T, class Operation> T scan_lanes(T value)
{
    const uint lane = sub_group_lane();
    for (uint by = 1; by < sub_group_items; by *= 2) {
        const T theirs = any_lane_value(value, lane - by);
        if (lane >= by)
            value = Operation::of(theirs, value);
    }
    return value;
}

/* Of the first `count` warps, which have all put theirs. */
template <class T, class Operation> T fold_slots(uint count, T start)
{
    for (uint warp = 0; warp < count; warp++)
        start = Operation::of(start, get_slot<T>(warp));
    return start;
}

template <class T, class Operation> T reduce(Scope scope, T value)
{
    T sum = reduce_lanes<T, Operation>(value);
    if (scope == Scope::sub_group)
        return sum;
    if (sub_group_lane() == 0)
        put_slot(warp_number(), sum);
    meet_group();
    sum = get_slot<T>(0);
    for (uint warp = 1; warp < warp_count(); warp++)
        sum = Operation::of(sum, get_slot<T>(warp));
    meet_group();
    return sum;
}

/* What the warps before this one have in all; `sums` are this one's, lane by lane. */
template <class T, class Operation> T scan_warps(T sums)
{
    if (sub_group_lane() == sub_group_count() - 1)
        put_slot(warp_number(), sums);
    meet_group();
    const T before = fold_slots<T, Operation>(warp_number(), Operation::identity);
    meet_group();
    return before;
}

template <class T, class Operation> T scan_inclusive(Scope scope, T value)
{
    const T sums = scan_lanes<T, Operation>(value);
    if (scope == Scope::sub_group)
        return sums;
    const T before = scan_warps<T, Operation>(sums);
    return warp_number() == 0 ? sums : Operation::of(before, sums);
}

template <class T, class Operation> T scan_exclusive(Scope scope, T value)
{
    const T sums = scan_lanes<T, Operation>(value);
    const T left = any_lane_value(sums, sub_group_lane() - 1);
    const bool first = sub_group_lane() == 0;
    if (scope == Scope::sub_group)
        return first ? Operation::identity : left;
    const T before = scan_warps<T, Operation>(sums);
    return first ? before : Operation::of(before, left);
}

/* Of the `size` lanes, a power of two, among which this one stands; the last ones may be fewer. */
template <class T, class Operation> T reduce_cluster(T value, uint size)
{
    return any_lane_value(fold_lanes<T, Operation>(value, size), sub_group_lane() & ~(size - 1));
}

template <class T> int all_equal(T value)
{
    const T first = any_lane_value(value, 0);
    return __nvvm_vote_all_sync(sub_group_mask(), value == first);
}

template <class T> T broadcast(Scope scope, T value, ulong from)
{
    if (scope == Scope::sub_group)
        return any_lane_value(value, static_cast<uint>(from));
    if (local_linear_id() == from)
        put_slot(0, value);
    meet_group();
    const T theirs = get_slot<T>(0);
    meet_group();
    return theirs;
}

int all_of(Scope scope, int predicate)
{
    return scope == Scope::sub_group ? __nvvm_vote_all_sync(sub_group_mask(), predicate != 0)
                                     : meet_group_all(predicate != 0);
}

int any_of(Scope scope, int predicate)
{
    return scope == Scope::sub_group ? __nvvm_vote_any_sync(sub_group_mask(), predicate != 0)
                                     : meet_group_any(predicate != 0);
}

} // namespace

#endif
