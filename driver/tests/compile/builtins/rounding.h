/* SPDX-License-Identifier: BSD-3-Clause */
/* Rounding in the modes of conversions and stores of half. */
#ifndef ZED_TEST_ROUNDING_H
#define ZED_TEST_ROUNDING_H

#include "numbers.h"

enum class Rounding { rte, rtz, rtp, rtn };

inline long double to_whole(Rounding mode, long double value)
{
    switch (mode) {
    case Rounding::rtz:
        return std::trunc(value);
    case Rounding::rtp:
        return std::ceil(value);
    case Rounding::rtn:
        return std::floor(value);
    default:
        return std::rint(value);
    }
}

/* Rounds to a value of the format.  Above the largest one, the modes differ in whether the result
 * is infinite. */
inline long double to_format(Rounding mode, const Format &format, long double value)
{
    if (!std::isfinite(value) || value == 0 || mode == Rounding::rte)
        return rounded(format, value);
    const long double step = unit(format, value), past = std::ldexp(1.0L, format.most);
    const long double near = std::copysign(to_whole(mode, value / step) * step, value);
    if (std::fabs(near) < past)
        return near;
    const bool away = mode == Rounding::rtp ? value > 0 : mode == Rounding::rtn && value < 0;
    return std::copysign(away ? std::numeric_limits<long double>::infinity()
                              : std::ldexp(1 - std::ldexp(1.0L, -format.digits), format.most),
                         value);
}

#endif
