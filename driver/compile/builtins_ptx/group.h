/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Items of a group exchange values on an NVIDIA GPU: within a warp with shuffles, between the warps
 * of a work-group through one word each in local memory.  Where OpenCL demands it, every item of
 * the group takes part, and the last warp may have fewer items; in the scope `lanes` only the items
 * that took the same branches do.
 */
#ifndef ZED_BUILTINS_PTX_GROUP_H
#define ZED_BUILTINS_PTX_GROUP_H

#include "../builtins/fold.h"
#include "meet.h"

#pragma clang diagnostic ignored "-Wunused-function" /* each file uses some */

namespace {

/* One word for each warp.  After reading, items meet before anybody writes again. */
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

/* The lanes that took the same branches as this one.  If no branch can separate the lanes, all
 * belong together, even if some are elsewhere at this moment, so the warp is not asked. */
uint lanes_together()
{
    if (!zed_ways_differ())
        return sub_group_mask();
    uint mask;
    __asm__ volatile("activemask.b32 %0;" : "=r"(mask)::"memory");
    return mask;
}

/* The value of one of the lanes that all call this, or an arbitrary value for another lane. */
template <class T> T lane_value_among(uint lanes, T value, uint lane)
{
    uint words[(sizeof value + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (uint &word : words)
        word = static_cast<uint>(
            __nvvm_shfl_sync_idx_i32(lanes, static_cast<int>(word), static_cast<int>(lane), 31));
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}

/* Returns an arbitrary value for a lane that does not exist. */
template <class T> T any_lane_value(T value, uint lane)
{
    return lane_value_among(sub_group_mask(), value, lane);
}

/* For a lane that does not take part, the caller gets its own value. */
template <class T> T lane_value(T value, uint lane)
{
    const uint lanes = lanes_together();
    const T theirs = lane_value_among(lanes, value, lane);
    return lane < sub_group_items && (lanes >> lane & 1) != 0 ? theirs : value;
}

template <class T> T first_lane_value(T value)
{
    const uint lanes = lanes_together();
    return lane_value_among(lanes, value, lowest(lanes));
}

uint ballot_bits(int predicate)
{
    return static_cast<uint>(__nvvm_vote_ballot_sync(lanes_together(), predicate != 0));
}

bool is_first_lane()
{
    return lowest(lanes_together()) == sub_group_lane();
}

/* Folds the values of those lanes that are in `wanted`, which may differ between callers. */
template <class T, class Operation>
T fold_among(uint lanes, T value, uint wanted, T start, bool *started)
{
    for (uint left = lanes; left != 0; left = without_lowest(left)) {
        const T theirs = lane_value_among(lanes, value, lowest(left));
        if ((wanted >> lowest(left) & 1) != 0) {
            start = *started ? Operation::of(start, theirs) : theirs;
            *started = true;
        }
    }
    return start;
}

/* At least one lane is wanted. */
template <class T, class Operation> T sum_among(uint lanes, T value, uint wanted)
{
    bool started = false;
    return fold_among<T, Operation>(lanes, value, wanted, value, &started);
}

/* Folds each `size` lanes, a power of two, that begin at a multiple of `size`; the first of them
 * gets the result. */
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

/* Folds the words of the first `count` warps, which have all stored theirs. */
template <class T, class Operation> T fold_slots(uint count, T start)
{
    for (uint warp = 0; warp < count; warp++)
        start = Operation::of(start, get_slot<T>(warp));
    return start;
}

template <class T, class Operation> T reduce_together(T value)
{
    const uint lanes = lanes_together();
    return lanes == sub_group_mask() ? reduce_lanes<T, Operation>(value)
                                     : sum_among<T, Operation>(lanes, value, lanes);
}

template <class T, class Operation> T scan_inclusive_together(T value)
{
    const uint lanes = lanes_together();
    return lanes == sub_group_mask() ? scan_lanes<T, Operation>(value)
                                     : sum_among<T, Operation>(lanes, value, lanes_below() * 2 + 1);
}

template <class T, class Operation> T scan_exclusive_together(T value)
{
    bool started = true;
    return fold_among<T, Operation>(lanes_together(), value, lanes_below(), Operation::identity,
                                    &started);
}

template <class T, class Operation> T reduce(Scope scope, T value)
{
    if (scope == Scope::lanes)
        return reduce_together<T, Operation>(value);
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

/* The total of the previous warps; `sums` are this warp's sums, lane by lane. */
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
    if (scope == Scope::lanes)
        return scan_inclusive_together<T, Operation>(value);
    const T sums = scan_lanes<T, Operation>(value);
    if (scope == Scope::sub_group)
        return sums;
    const T before = scan_warps<T, Operation>(sums);
    return warp_number() == 0 ? sums : Operation::of(before, sums);
}

template <class T, class Operation> T scan_exclusive(Scope scope, T value)
{
    if (scope == Scope::lanes)
        return scan_exclusive_together<T, Operation>(value);
    const T sums = scan_lanes<T, Operation>(value);
    const T left = any_lane_value(sums, sub_group_lane() - 1);
    const bool first = sub_group_lane() == 0;
    if (scope == Scope::sub_group)
        return first ? Operation::identity : left;
    const T before = scan_warps<T, Operation>(sums);
    return first ? before : Operation::of(before, left);
}

/* Reduces the cluster of `size` lanes, a power of two, that contains this one; some may be
 * missing. */
template <class T, class Operation> T reduce_cluster(T value, uint size)
{
    const uint lanes = lanes_together();
    return lanes == sub_group_mask()
               ? any_lane_value(fold_lanes<T, Operation>(value, size), lowest(cluster(size)))
               : sum_among<T, Operation>(lanes, value, cluster(size));
}

template <class T> int all_equal(T value)
{
    const uint lanes = lanes_together();
    const T first = lane_value_among(lanes, value, lowest(lanes));
    return __nvvm_vote_all_sync(lanes, value == first);
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
