/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remainders, computed with integers: exact for all numbers, and with the signs of zeros. libclc's
 * forms for float treat subnormal numbers as zeros, and those for double return NaN near the end of
 * the range.
 */
#include "opencl.h"

namespace {

template <class T> struct Layout;
template <> struct Layout<float> {
    using Bits = uint;
    static constexpr uint fraction_bits = 23;
};
template <> struct Layout<double> {
    using Bits = ulong;
    static constexpr uint fraction_bits = 52;
};

template <class T> struct Number {
    using Bits = typename Layout<T>::Bits;
    static constexpr uint fraction_bits = Layout<T>::fraction_bits;
    static constexpr Bits sign_bit = Bits{1} << (8 * sizeof(T) - 1);
    static constexpr Bits hidden_bit = Bits{1} << fraction_bits;
    static constexpr Bits infinity = sign_bit - hidden_bit;

    static Bits bits_of(T value)
    {
        Bits bits;
        __builtin_memcpy(&bits, &value, sizeof bits);
        return bits;
    }

    static T value_of(Bits bits)
    {
        T value;
        __builtin_memcpy(&value, &bits, sizeof value);
        return value;
    }

    /* A number is its fraction times two to the power of its exponent, times a constant. */
    static uint exponent_of(Bits bits)
    {
        return bits < hidden_bit ? 1 : static_cast<uint>(bits >> fraction_bits);
    }

    static Bits fraction_of(Bits bits)
    {
        return bits < hidden_bit ? bits : (bits & (hidden_bit - 1)) | hidden_bit;
    }

    static Bits joined(ulong fraction, uint exponent)
    {
        if (fraction == 0)
            return 0;
        const uint shift = static_cast<uint>(__builtin_clzl(fraction)) - (63 - fraction_bits);
        if (shift >= exponent)
            return static_cast<Bits>(fraction << (exponent - 1));
        return static_cast<Bits>((fraction << shift) - hidden_bit +
                                 (static_cast<ulong>(exponent - shift) << fraction_bits));
    }

    /* x - quotient * y for positive numbers; *quotient is rounded down, and only its lowest bits
     * are stored. */
    static Bits divided(Bits x, Bits y, ulong *quotient)
    {
        *quotient = 0;
        if (x < y)
            return x;
        const uint exponent = exponent_of(y),
                   most = 63 - fraction_bits; /* the rest is smaller than y */
        const ulong by = fraction_of(y);
        uint steps = exponent_of(x) - exponent;
        ulong rest = fraction_of(x), whole = rest / by;
        rest %= by;
        while (steps > 0) {
            const uint now = steps < most ? steps : most;
            rest <<= now;
            whole = whole << now | rest / by;
            rest %= by;
            steps -= now;
        }
        *quotient = whole;
        return joined(rest, exponent);
    }

    static bool has_remainder(Bits x, Bits y)
    {
        return x < infinity && y != 0 && y <= infinity;
    }

    static T down(T x, T y)
    {
        const Bits sign = bits_of(x) & sign_bit, by = bits_of(y) & ~sign_bit;
        const Bits from = bits_of(x) & ~sign_bit;
        ulong quotient;
        return has_remainder(from, by) ? value_of(divided(from, by, &quotient) | sign)
                                       : value_of(infinity + 1 + (hidden_bit >> 1));
    }

    static T nearest(T x, T y, int *low)
    {
        const Bits sign = bits_of(x) & sign_bit, by = bits_of(y) & ~sign_bit;
        const Bits from = bits_of(x) & ~sign_bit;
        *low = 0;
        if (!has_remainder(from, by))
            return value_of(infinity + 1 + (hidden_bit >> 1));
        ulong quotient;
        T rest = value_of(divided(from, by, &quotient));
        const T other = value_of(by) - rest; /* exact if it is the smaller one */
        if (rest > other || (rest == other && quotient % 2 != 0)) {
            rest = -other;
            quotient++;
        }
        const int seven = static_cast<int>(quotient & 127);
        *low = (bits_of(x) ^ bits_of(y)) & sign_bit ? -seven : seven;
        return value_of(bits_of(rest) ^ sign);
    }
};

} // namespace

#define REMAINDERS(T)                          \
    T fmod(T x, T y)                           \
    {                                          \
        return Number<T>::down(x, y);          \
    }                                          \
    T remquo(T x, T y, int *low)               \
    {                                          \
        return Number<T>::nearest(x, y, low);  \
    }                                          \
    T remainder(T x, T y)                      \
    {                                          \
        int low;                               \
        return Number<T>::nearest(x, y, &low); \
    }
REMAINDERS(float)
REMAINDERS(double)
