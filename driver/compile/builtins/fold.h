/* SPDX-License-Identifier: BSD-3-Clause */
/* The operations with which collectives fold the values of several items, each with its
 * identity. */
#ifndef ZED_BUILTINS_FOLD_H
#define ZED_BUILTINS_FOLD_H

#include "opencl.h"

/* lanes: those lanes of a sub-group that reach the same call. */
enum class Scope { work_group, sub_group, lanes };

/* The lowest lane; at least one bit is set. */
static inline uint lowest(uint lanes)
{
    return static_cast<uint>(__builtin_ctz(lanes));
}

static inline uint without_lowest(uint lanes)
{
    return lanes & (lanes - 1);
}

static inline uint lanes_below()
{
    return (1U << sub_group_lane()) - 1;
}

/* The cluster of `size` lanes, a power of two, that contains this lane. */
static inline uint cluster(uint size)
{
    const uint first = sub_group_lane() & ~(size - 1);
    return (size >= 32 ? ~0U : (1U << size) - 1) << first;
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

#endif
