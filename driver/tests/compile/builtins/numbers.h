/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * OpenCL C's floating-point types on the host.  A long double has at least 64 bits of precision, so
 * it represents every half, float, double and 64-bit integer exactly; references are computed in it
 * and rounded once.
 */
#ifndef ZED_TEST_NUMBERS_H
#define ZED_TEST_NUMBERS_H

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

static_assert(LDBL_MANT_DIG >= 64, "references need 64 bits of precision");

struct Half {
    uint16_t bits;
};

/* The properties of a type: digits of precision, and the exponents of its smallest normal number
 * and of its largest one, as frexp() counts them. */
struct Format {
    int digits, least, most;
};
template <class T> struct FormatOf;
template <> struct FormatOf<Half> {
    static constexpr Format value = {11, -13, 16};
    using Bits = uint16_t;
};
template <> struct FormatOf<float> {
    static constexpr Format value = {24, -125, 128};
    using Bits = uint32_t;
};
template <> struct FormatOf<double> {
    static constexpr Format value = {53, -1021, 1024};
    using Bits = uint64_t;
};

/* One unit in the last place of the format's number nearest to the value. */
inline long double unit(const Format &format, long double value)
{
    int exponent = format.least;
    if (value != 0)
        std::frexp(value, &exponent);
    exponent = exponent < format.least  ? format.least
               : exponent > format.most ? format.most
                                        : exponent;
    return std::ldexp(1.0L, exponent - format.digits);
}

/* The nearest value of the format, ties to even; halfway cases past the largest one are
 * infinite. */
inline long double rounded(const Format &format, long double value)
{
    if (!std::isfinite(value) || value == 0)
        return value;
    const long double step = unit(format, value);
    const long double near = std::copysign(std::rint(value / step) * step, value);
    return std::fabs(near) < std::ldexp(1.0L, format.most)
               ? near
               : std::copysign(std::numeric_limits<long double>::infinity(), value);
}

template <class T> T from_bits(uint64_t bits)
{
    const auto narrow = static_cast<typename FormatOf<T>::Bits>(bits);
    T value;
    std::memcpy(&value, &narrow, sizeof value);
    return value;
}

template <class T> uint64_t to_bits(T value)
{
    typename FormatOf<T>::Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

template <class T> long double wide(T value)
{
    return static_cast<long double>(value);
}

inline long double wide(Half value)
{
    const int exponent = value.bits >> 10 & 31, fraction = value.bits & 1023;
    const long double magnitude =
        exponent == 31  ? (fraction ? std::numeric_limits<long double>::quiet_NaN()
                                    : std::numeric_limits<long double>::infinity())
        : exponent == 0 ? std::ldexp(static_cast<long double>(fraction), -24)
                        : std::ldexp(static_cast<long double>(1024 + fraction), exponent - 25);
    return value.bits >> 15 ? -magnitude : magnitude;
}

template <class T> T narrow(long double value)
{
    return static_cast<T>(value);
}

template <> inline Half narrow<Half>(long double value)
{
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value))
        return {static_cast<uint16_t>(sign | 0x7e00)};
    const long double near = std::fabs(rounded(FormatOf<Half>::value, value));
    if (std::isinf(near))
        return {static_cast<uint16_t>(sign | 0x7c00)};
    if (near < 0x1p-14L)
        return {static_cast<uint16_t>(sign | static_cast<uint16_t>(near * 0x1p24L))};
    int exponent;
    const long double fraction = std::frexp(near, &exponent); /* in [0.5, 1) */
    return {static_cast<uint16_t>(sign | (exponent + 14) << 10 |
                                  (static_cast<uint16_t>(fraction * 2048) & 1023))};
}

#endif
