/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives of work-groups and sub-groups, built on the target's group.h. */
#ifdef __NVPTX__
#include "../builtins_ptx/group.h"
#else
#include "group.h"
#endif

int work_group_all(int predicate)
{
    return all_of(Scope::work_group, predicate);
}

int work_group_any(int predicate)
{
    return any_of(Scope::work_group, predicate);
}

int sub_group_all(int predicate)
{
    return all_of(Scope::sub_group, predicate);
}

int sub_group_any(int predicate)
{
    return any_of(Scope::sub_group, predicate);
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
#define COLLECTIVES(T)                                                                           \
    OPERATIONS(work_group, Scope::work_group, T)                                                 \
    OPERATIONS(sub_group, Scope::sub_group, T)                                                   \
    T work_group_broadcast(T value, ulong x)                                                     \
    {                                                                                            \
        return broadcast(Scope::work_group, value, x);                                           \
    }                                                                                            \
    T work_group_broadcast(T value, ulong x, ulong y)                                            \
    {                                                                                            \
        return broadcast(Scope::work_group, value, y * group_size(0) + x);                       \
    }                                                                                            \
    T work_group_broadcast(T value, ulong x, ulong y, ulong z)                                   \
    {                                                                                            \
        return broadcast(Scope::work_group, value, (z * group_size(1) + y) * group_size(0) + x); \
    }                                                                                            \
    T sub_group_broadcast(T value, uint lane)                                                    \
    {                                                                                            \
        return broadcast(Scope::sub_group, value, lane);                                         \
    }                                                                                            \
    T sub_group_broadcast(T value, ulong lane)                                                   \
    {                                                                                            \
        return broadcast(Scope::sub_group, value, lane);                                         \
    }                                                                                            \
    int sub_group_non_uniform_all_equal(T value)                                                 \
    {                                                                                            \
        return all_equal(value);                                                                 \
    }

/* Only the items that take part. */
#define NON_UNIFORM(T, name, Operation)                                \
    OPERATION(sub_group_non_uniform, Scope::lanes, T, name, Operation) \
    T sub_group_clustered_reduce_##name(T value, uint size)            \
    {                                                                  \
        return reduce_cluster<T, Operation<T>>(value, size);           \
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
