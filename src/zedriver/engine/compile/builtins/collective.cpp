/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of work-groups and sub-groups: every item hands in its value, the
 * last one folds all of them in place, every item reads its slot.
 */
#include "opencl.h"

namespace {

template <class T> T &slot(void *slots, ulong index)
{
    return *reinterpret_cast<T *>(static_cast<char *>(slots) + index * ZED_SLOT_BYTES);
}

template <class T> T slot(const void *slots, ulong index)
{
    return *reinterpret_cast<const T *>(static_cast<const char *>(slots) + index * ZED_SLOT_BYTES);
}

template <class T> const void *exchange(zed_scope_t scope, T value, void (*fold)(void *, uint))
{
    return zed_rt_exchange(zed_rt_item(), scope, &value, sizeof value, fold);
}

template <class T> struct Limits;
template <class T, T lowest_value, T highest_value> struct IntegerLimits {
    static constexpr T lowest = lowest_value;
    static constexpr T highest = highest_value;
};
template <> struct Limits<char> : IntegerLimits<char, -0x80, 0x7f> {};
template <> struct Limits<uchar> : IntegerLimits<uchar, 0, 0xff> {};
template <> struct Limits<short> : IntegerLimits<short, -0x8000, 0x7fff> {};
template <> struct Limits<ushort> : IntegerLimits<ushort, 0, 0xffff> {};
template <> struct Limits<int> : IntegerLimits<int, -0x7fffffff - 1, 0x7fffffff> {};
template <> struct Limits<uint> : IntegerLimits<uint, 0, 0xffffffffU> {};
template <>
struct Limits<long> : IntegerLimits<long, -0x7fffffffffffffffL - 1, 0x7fffffffffffffffL> {};
template <> struct Limits<ulong> : IntegerLimits<ulong, 0, 0xffffffffffffffffUL> {};
template <> struct Limits<float> {
    static constexpr float lowest = -__builtin_inff();
    static constexpr float highest = __builtin_inff();
};
template <> struct Limits<double> {
    static constexpr double lowest = -__builtin_inf();
    static constexpr double highest = __builtin_inf();
};
template <> struct Limits<half> {
    static constexpr half lowest = static_cast<half>(-__builtin_inff());
    static constexpr half highest = static_cast<half>(__builtin_inff());
};

template <class T> struct Add {
    static constexpr T identity = T(0);
    static T of(T a, T b)
    {
        return static_cast<T>(a + b);
    }
};
template <class T> struct Min {
    static constexpr T identity = Limits<T>::highest;
    static T of(T a, T b)
    {
        return b < a ? b : a;
    }
};
template <class T> struct Max {
    static constexpr T identity = Limits<T>::lowest;
    static T of(T a, T b)
    {
        return a < b ? b : a;
    }
};
template <class T> struct Mul {
    static constexpr T identity = T(1);
    static T of(T a, T b)
    {
        return static_cast<T>(a * b);
    }
};
template <class T> struct And {
    static constexpr T identity = static_cast<T>(~T(0));
    static T of(T a, T b)
    {
        return static_cast<T>(a & b);
    }
};
template <class T> struct Or {
    static constexpr T identity = T(0);
    static T of(T a, T b)
    {
        return static_cast<T>(a | b);
    }
};
template <class T> struct Xor {
    static constexpr T identity = T(0);
    static T of(T a, T b)
    {
        return static_cast<T>(a ^ b);
    }
};
template <class T> struct LogicalAnd {
    static constexpr T identity = T(1);
    static T of(T a, T b)
    {
        return a && b;
    }
};
template <class T> struct LogicalOr {
    static constexpr T identity = T(0);
    static T of(T a, T b)
    {
        return a || b;
    }
};
template <class T> struct LogicalXor {
    static constexpr T identity = T(0);
    static T of(T a, T b)
    {
        return !a != !b;
    }
};

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

ulong place(zed_scope_t scope)
{
    return scope == ZED_SCOPE_WORK_GROUP ? local_linear_id() : sub_group_lane();
}

template <class T, class Operation> T reduce(zed_scope_t scope, T value)
{
    return slot<T>(exchange(scope, value, fold_reduce<T, Operation>), 0);
}

template <class T, class Operation> T scan_inclusive(zed_scope_t scope, T value)
{
    return slot<T>(exchange(scope, value, fold_inclusive<T, Operation>), place(scope));
}

template <class T, class Operation> T scan_exclusive(zed_scope_t scope, T value)
{
    return slot<T>(exchange(scope, value, fold_exclusive<T, Operation>), place(scope));
}

/* Of the `size` lanes, a power of two, among which this one stands; the last ones may be fewer. */
template <class T, class Operation> T reduce_cluster(T value, uint size)
{
    const void *slots = exchange(ZED_SCOPE_SUB_GROUP, value, nullptr);
    uint first = sub_group_lane() & ~(size - 1), count = sub_group_count();
    T sum = slot<T>(slots, first);
    for (uint i = first + 1; i < first + size && i < count; i++)
        sum = Operation::of(sum, slot<T>(slots, i));
    return sum;
}

template <class T> int all_equal(T value)
{
    const void *slots = exchange(ZED_SCOPE_SUB_GROUP, value, nullptr);
    int equal = 1;
    for (uint i = 0; i < sub_group_count(); i++)
        equal &= slot<T>(slots, i) == slot<T>(slots, 0);
    return equal;
}

/* Nobody reads what the others would hand in. */
template <class T> T broadcast(zed_scope_t scope, T value, ulong from)
{
    uint bytes = place(scope) == from ? sizeof value : 0;
    return slot<T>(zed_rt_exchange(zed_rt_item(), scope, &value, bytes, nullptr), from);
}

ulong group_size(uint d)
{
    return zed_view()->group->group_size[d];
}

} // namespace

int work_group_all(int predicate)
{
    return reduce<int, And<int>>(ZED_SCOPE_WORK_GROUP, predicate != 0);
}

int work_group_any(int predicate)
{
    return reduce<int, Or<int>>(ZED_SCOPE_WORK_GROUP, predicate != 0);
}

int sub_group_all(int predicate)
{
    return reduce<int, And<int>>(ZED_SCOPE_SUB_GROUP, predicate != 0);
}

int sub_group_any(int predicate)
{
    return reduce<int, Or<int>>(ZED_SCOPE_SUB_GROUP, predicate != 0);
}

#define OPERATION(prefix, scope, T, name, Operation)          \
    T prefix##_reduce_##name(T value)                         \
    {                                                         \
        return reduce<T, Operation<T>>(scope, value);         \
    }                                                         \
    T prefix##_scan_inclusive_##name(T value)                 \
    {                                                         \
        return scan_inclusive<T, Operation<T>>(scope, value); \
    }                                                         \
    T prefix##_scan_exclusive_##name(T value)                 \
    {                                                         \
        return scan_exclusive<T, Operation<T>>(scope, value); \
    }
#define OPERATIONS(prefix, scope, T)      \
    OPERATION(prefix, scope, T, add, Add) \
    OPERATION(prefix, scope, T, min, Min) \
    OPERATION(prefix, scope, T, max, Max)
#define COLLECTIVES(T)                                                        \
    OPERATIONS(work_group, ZED_SCOPE_WORK_GROUP, T)                           \
    OPERATIONS(sub_group, ZED_SCOPE_SUB_GROUP, T)                             \
    T work_group_broadcast(T value, ulong x)                                  \
    {                                                                         \
        return broadcast(ZED_SCOPE_WORK_GROUP, value, x);                     \
    }                                                                         \
    T work_group_broadcast(T value, ulong x, ulong y)                         \
    {                                                                         \
        return broadcast(ZED_SCOPE_WORK_GROUP, value, y * group_size(0) + x); \
    }                                                                         \
    T work_group_broadcast(T value, ulong x, ulong y, ulong z)                \
    {                                                                         \
        return broadcast(ZED_SCOPE_WORK_GROUP, value,                         \
                         (z * group_size(1) + y) * group_size(0) + x);        \
    }                                                                         \
    T sub_group_broadcast(T value, uint lane)                                 \
    {                                                                         \
        return broadcast(ZED_SCOPE_SUB_GROUP, value, lane);                   \
    }                                                                         \
    T sub_group_broadcast(T value, ulong lane)                                \
    {                                                                         \
        return broadcast(ZED_SCOPE_SUB_GROUP, value, lane);                   \
    }                                                                         \
    int sub_group_non_uniform_all_equal(T value)                              \
    {                                                                         \
        return all_equal(value);                                              \
    }

/* Of the items that take part; here that is the whole sub-group. */
#define NON_UNIFORM(T, name, Operation)                                       \
    OPERATION(sub_group_non_uniform, ZED_SCOPE_SUB_GROUP, T, name, Operation) \
    T sub_group_clustered_reduce_##name(T value, uint size)                   \
    {                                                                         \
        return reduce_cluster<T, Operation<T>>(value, size);                  \
    }
#define ARITHMETIC(T)        \
    COLLECTIVES(T)           \
    NON_UNIFORM(T, add, Add) \
    NON_UNIFORM(T, min, Min) \
    NON_UNIFORM(T, max, Max) \
    NON_UNIFORM(T, mul, Mul)
#define ARITHMETIC_AND_BITS(T) \
    ARITHMETIC(T)              \
    NON_UNIFORM(T, and, And)   \
    NON_UNIFORM(T, or, Or)     \
    NON_UNIFORM(T, xor, Xor)

ARITHMETIC_AND_BITS(char)
ARITHMETIC_AND_BITS(uchar)
ARITHMETIC_AND_BITS(short)
ARITHMETIC_AND_BITS(ushort)
ARITHMETIC_AND_BITS(int)
ARITHMETIC_AND_BITS(uint)
ARITHMETIC_AND_BITS(long)
ARITHMETIC_AND_BITS(ulong)
ARITHMETIC(half)
ARITHMETIC(float)
ARITHMETIC(double)
NON_UNIFORM(int, logical_and, LogicalAnd)
NON_UNIFORM(int, logical_or, LogicalOr)
NON_UNIFORM(int, logical_xor, LogicalXor)
