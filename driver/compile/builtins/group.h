/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Items of a group exchange values on the processor: every item contributes its value, the last one
 * folds all values in place, and every item reads its slot.
 */
#ifndef ZED_BUILTINS_GROUP_H
#define ZED_BUILTINS_GROUP_H

#include "fold.h"

#pragma clang diagnostic ignored "-Wunused-function" /* each file uses some */

namespace {

template <class T> T &slot(void *slots, ulong index)
{
    return *reinterpret_cast<T *>(static_cast<char *>(slots) + index * ZED_SLOT_BYTES);
}

template <class T> T slot(const void *slots, ulong index)
{
    return *reinterpret_cast<const T *>(static_cast<const char *>(slots) + index * ZED_SLOT_BYTES);
}

zed_scope_t number_of(Scope scope)
{
    return scope == Scope::work_group  ? ZED_SCOPE_WORK_GROUP
           : scope == Scope::sub_group ? ZED_SCOPE_SUB_GROUP
                                       : ZED_SCOPE_LANES;
}

template <class T> const void *exchange(Scope scope, T value, void (*fold)(void *, uint))
{
    return zed_rt_exchange(zed_rt_item(), number_of(scope), &value, sizeof value, fold);
}

/* The bits of the lanes that contributed to an exchange in a sub-group. */
uint lanes_of(const void *slots)
{
    return *reinterpret_cast<const uint *>(static_cast<const char *>(slots) - ZED_SLOT_BYTES);
}

/* The sum of the lanes, of which there is at least one. */
template <class T, class Operation> T sum_of(const void *slots, uint lanes)
{
    T sum = slot<T>(slots, lowest(lanes));
    for (lanes = without_lowest(lanes); lanes != 0; lanes = without_lowest(lanes))
        sum = Operation::of(sum, slot<T>(slots, lowest(lanes)));
    return sum;
}

template <class T, class Operation> void fold_reduce(void *slots, uint count)
{
    T sum = slot<T>(slots, 0);
    for (uint i = 1; i < count; i++)
        sum = Operation::of(sum, slot<T>(slots, i));
    slot<T>(slots, 0) = sum;
}

template <class T, class Operation> void fold_inclusive(void *slots, uint count)
{
    for (uint i = 1; i < count; i++)
        slot<T>(slots, i) = Operation::of(slot<T>(slots, i - 1), slot<T>(slots, i));
}

template <class T, class Operation> void fold_exclusive(void *slots, uint count)
{
    T sum = Operation::identity;
    for (uint i = 0; i < count; i++) {
        T mine = slot<T>(slots, i);
        slot<T>(slots, i) = sum;
        sum = Operation::of(sum, mine);
    }
}

template <class T, class Operation> void fold_lanes_reduce(void *slots, uint)
{
    slot<T>(slots, lowest(lanes_of(slots))) = sum_of<T, Operation>(slots, lanes_of(slots));
}

template <class T, class Operation> void fold_lanes_inclusive(void *slots, uint)
{
    uint lanes = lanes_of(slots), before = lowest(lanes);
    for (lanes = without_lowest(lanes); lanes != 0; lanes = without_lowest(lanes)) {
        T &mine = slot<T>(slots, lowest(lanes));
        mine = Operation::of(slot<T>(slots, before), mine);
        before = lowest(lanes);
    }
}

template <class T, class Operation> void fold_lanes_exclusive(void *slots, uint)
{
    T sum = Operation::identity;
    for (uint lanes = lanes_of(slots); lanes != 0; lanes = without_lowest(lanes)) {
        T mine = slot<T>(slots, lowest(lanes));
        slot<T>(slots, lowest(lanes)) = sum;
        sum = Operation::of(sum, mine);
    }
}

ulong place(Scope scope)
{
    return scope == Scope::work_group ? local_linear_id() : sub_group_lane();
}

template <class T, class Operation> T reduce(Scope scope, T value)
{
    if (scope != Scope::lanes)
        return slot<T>(exchange(scope, value, fold_reduce<T, Operation>), 0);
    const void *slots = exchange(scope, value, fold_lanes_reduce<T, Operation>);
    return slot<T>(slots, lowest(lanes_of(slots)));
}

template <class T, class Operation> T scan_inclusive(Scope scope, T value)
{
    return slot<T>(exchange(scope, value,
                            scope == Scope::lanes ? fold_lanes_inclusive<T, Operation>
                                                  : fold_inclusive<T, Operation>),
                   place(scope));
}

template <class T, class Operation> T scan_exclusive(Scope scope, T value)
{
    return slot<T>(exchange(scope, value,
                            scope == Scope::lanes ? fold_lanes_exclusive<T, Operation>
                                                  : fold_exclusive<T, Operation>),
                   place(scope));
}

template <class T, class Operation> T reduce_cluster(T value, uint size)
{
    const void *slots = exchange(Scope::lanes, value, nullptr);
    return sum_of<T, Operation>(slots, lanes_of(slots) & cluster(size));
}

template <class T> int all_equal(T value)
{
    const void *slots = exchange(Scope::lanes, value, nullptr);
    const T first = slot<T>(slots, lowest(lanes_of(slots)));
    int equal = 1;
    for (uint lanes = lanes_of(slots); lanes != 0; lanes = without_lowest(lanes))
        equal &= slot<T>(slots, lowest(lanes)) == first;
    return equal;
}

/* The other items contribute nothing, because nobody would read it. */
template <class T> T broadcast(Scope scope, T value, ulong from)
{
    uint bytes = place(scope) == from ? sizeof value : 0;
    return slot<T>(zed_rt_exchange(zed_rt_item(), number_of(scope), &value, bytes, nullptr), from);
}

int all_of(Scope scope, int predicate)
{
    return reduce<int, And<int>>(scope, predicate != 0);
}

int any_of(Scope scope, int predicate)
{
    return reduce<int, Or<int>>(scope, predicate != 0);
}

/* For a lane that does not take part, the caller gets its own value: any value would do. */
template <class T> T lane_value(T value, uint lane)
{
    const void *slots = exchange(Scope::lanes, value, nullptr);
    return lane < sub_group_items && (lanes_of(slots) >> lane & 1) != 0 ? slot<T>(slots, lane)
                                                                        : value;
}

template <class T> T first_lane_value(T value)
{
    const void *slots = exchange(Scope::lanes, value, nullptr);
    return slot<T>(slots, lowest(lanes_of(slots)));
}

uint ballot_bits(int predicate)
{
    const void *slots = exchange(Scope::lanes, predicate, nullptr);
    uint bits = 0;
    for (uint lanes = lanes_of(slots); lanes != 0; lanes = without_lowest(lanes))
        bits |= static_cast<uint>(slot<int>(slots, lowest(lanes)) != 0) << lowest(lanes);
    return bits;
}

bool is_first_lane()
{
    return lowest(lanes_of(exchange(Scope::lanes, 0, nullptr))) == sub_group_lane();
}

} // namespace

#endif
