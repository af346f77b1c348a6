/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the items of a group exchange values on the processor: every item hands in
 * its value, the last one folds all of them in place, every item reads its slot.
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
    return scope == Scope::work_group ? ZED_SCOPE_WORK_GROUP : ZED_SCOPE_SUB_GROUP;
}

template <class T> const void *exchange(Scope scope, T value, void (*fold)(void *, uint))
{
    return zed_rt_exchange(zed_rt_item(), number_of(scope), &value, sizeof value, fold);
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

ulong place(Scope scope)
{
    return scope == Scope::work_group ? local_linear_id() : sub_group_lane();
}

template <class T, class Operation> T reduce(Scope scope, T value)
{
    return slot<T>(exchange(scope, value, fold_reduce<T, Operation>), 0);
}

template <class T, class Operation> T scan_inclusive(Scope scope, T value)
{
    return slot<T>(exchange(scope, value, fold_inclusive<T, Operation>), place(scope));
}

template <class T, class Operation> T scan_exclusive(Scope scope, T value)
{
    return slot<T>(exchange(scope, value, fold_exclusive<T, Operation>), place(scope));
}

/* Of the `size` lanes, a power of two, among which this one stands; the last ones may be fewer. */
template <class T, class Operation> T reduce_cluster(T value, uint size)
{
    const void *slots = exchange(Scope::sub_group, value, nullptr);
    uint first = sub_group_lane() & ~(size - 1), count = sub_group_count();
    T sum = slot<T>(slots, first);
    for (uint i = first + 1; i < first + size && i < count; i++)
        sum = Operation::of(sum, slot<T>(slots, i));
    return sum;
}

template <class T> int all_equal(T value)
{
    const void *slots = exchange(Scope::sub_group, value, nullptr);
    int equal = 1;
    for (uint i = 0; i < sub_group_count(); i++)
        equal &= slot<T>(slots, i) == slot<T>(slots, 0);
    return equal;
}

/* Nobody reads what the others would hand in. */
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

/* A lane that does not exist gives the asker its own value: any value would do. */
template <class T> T lane_value(T value, uint lane)
{
    const void *slots = exchange(Scope::sub_group, value, nullptr);
    return lane < sub_group_count() ? slot<T>(slots, lane) : value;
}

uint ballot_bits(int predicate)
{
    const void *slots = exchange(Scope::sub_group, predicate, nullptr);
    uint bits = 0;
    for (uint i = 0; i < sub_group_count(); i++)
        bits |= static_cast<uint>(slot<int>(slots, i) != 0) << i;
    return bits;
}

} // namespace

#endif
