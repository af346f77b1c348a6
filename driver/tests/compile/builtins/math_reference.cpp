/* SPDX-License-Identifier: BSD-3-Clause */
/* See math_reference.h. */
#include "math_reference.h"

#include "math_list.h"

#include <climits>

namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double not_a_number = std::numeric_limits<long double>::quiet_NaN();
constexpr long double pi = 3.141592653589793238462643383279502884L;

using In = const Arguments &;

bool is_odd(long double whole)
{
    return std::fmod(whole, 2) != 0;
}

bool is_double(In in)
{
    return in.format.digits == FormatOf<double>::value.digits;
}

bool is_float(In in)
{
    return in.format.digits == FormatOf<float>::value.digits;
}

#define BY_LIBRARY(name, call)     \
    Answer reference_##name(In in) \
    {                              \
        return call;               \
    }
BY_LIBRARY(acos, std::acos(in.x))
BY_LIBRARY(acosh, std::acosh(in.x))
BY_LIBRARY(acospi, std::acos(in.x) / pi)
BY_LIBRARY(asin, std::asin(in.x))
BY_LIBRARY(asinh, std::asinh(in.x))
BY_LIBRARY(asinpi, std::asin(in.x) / pi)
BY_LIBRARY(atan, std::atan(in.x))
BY_LIBRARY(atan2, std::atan2(in.x, in.y))
BY_LIBRARY(atan2pi, std::atan2(in.x, in.y) / pi)
BY_LIBRARY(atanh, std::atanh(in.x))
BY_LIBRARY(atanpi, std::atan(in.x) / pi)
BY_LIBRARY(cbrt, std::cbrt(in.x))
BY_LIBRARY(ceil, std::ceil(in.x))
BY_LIBRARY(copysign, std::copysign(in.x, in.y))
BY_LIBRARY(cos, std::cos(in.x))
BY_LIBRARY(cosh, std::cosh(in.x))
BY_LIBRARY(erf, std::erf(in.x))
BY_LIBRARY(erfc, std::erfc(in.x))
BY_LIBRARY(exp, std::exp(in.x))
BY_LIBRARY(exp10, exp10l(in.x))
BY_LIBRARY(exp2, std::exp2(in.x))
BY_LIBRARY(expm1, std::expm1(in.x))
BY_LIBRARY(fabs, std::fabs(in.x))
BY_LIBRARY(floor, std::floor(in.x))
BY_LIBRARY(fmod, std::fmod(in.x, in.y))
BY_LIBRARY(hypot, std::hypot(in.x, in.y))
BY_LIBRARY(ldexp, std::ldexp(in.x, in.k))
BY_LIBRARY(log, std::log(in.x))
BY_LIBRARY(log10, std::log10(in.x))
BY_LIBRARY(log1p, std::log1p(in.x))
BY_LIBRARY(log2, std::log2(in.x))
BY_LIBRARY(logb, std::logb(in.x))
BY_LIBRARY(pow, std::pow(in.x, in.y))
BY_LIBRARY(pown, std::pow(in.x, static_cast<long double>(in.k)))
BY_LIBRARY(remainder, std::remainder(in.x, in.y))
BY_LIBRARY(rint, std::rint(in.x))
BY_LIBRARY(round, std::round(in.x))
BY_LIBRARY(rsqrt, 1 / std::sqrt(in.x))
BY_LIBRARY(sin, std::sin(in.x))
BY_LIBRARY(sinh, std::sinh(in.x))
BY_LIBRARY(tan, std::tan(in.x))
BY_LIBRARY(tanh, std::tanh(in.x))
BY_LIBRARY(tgamma, std::tgamma(in.x))
BY_LIBRARY(trunc, std::trunc(in.x))

Answer reference_nan(In)
{
    return not_a_number;
}

/* Rounding twice would be wrong for some doubles. */
Answer reference_sqrt(In in)
{
    return is_double(in) ? std::sqrt(static_cast<double>(in.x)) : std::sqrt(in.x);
}

/* Differences of doubles are not exact in long double; computed in double they are rounded once. */
Answer reference_fdim(In in)
{
    if (is_double(in))
        return std::fdim(static_cast<double>(in.x), static_cast<double>(in.y));
    return std::fdim(in.x, in.y);
}

/* The same for products.  Products of halves are exact, and the sum is rounded to odd, which does
 * not disturb a later rounding. */
long double fused(In in)
{
    if (is_double(in))
        return std::fma(static_cast<double>(in.x), static_cast<double>(in.y),
                        static_cast<double>(in.z));
    if (is_float(in))
        return std::fma(static_cast<float>(in.x), static_cast<float>(in.y),
                        static_cast<float>(in.z));
    const long double product = in.x * in.y, sum = product + in.z;
    if (!std::isfinite(sum))
        return sum;
    const long double part = sum - product, lost = (product - (sum - part)) + (in.z - part);
    int exponent;
    const long double digits = std::ldexp(std::frexp(sum, &exponent), 64);
    if (lost == 0 || is_odd(digits))
        return sum;
    return std::nextafter(sum, lost > 0 ? infinity : -infinity);
}

BY_LIBRARY(fma, fused(in))

/* Either result is right. */
Answer reference_mad(In in)
{
    Answer answer(fused(in));
    const long double product = rounded(in.format, in.x * in.y);
    answer.other = is_double(in) ? static_cast<double>(in.x) * static_cast<double>(in.y) +
                                       static_cast<double>(in.z)
                                 : product + in.z;
    return answer;
}

/* Either of two zeros counts as the greater. */
Answer reference_fmax(In in)
{
    Answer answer(std::fmax(in.x, in.y));
    if (in.x == 0 && in.y == 0)
        answer = 0.0L, answer.other = -0.0L;
    return answer;
}

Answer reference_fmin(In in)
{
    Answer answer(std::fmin(in.x, in.y));
    if (in.x == 0 && in.y == 0)
        answer = 0.0L, answer.other = -0.0L;
    return answer;
}

Answer reference_maxmag(In in)
{
    return std::fabs(in.x) > std::fabs(in.y)   ? in.x
           : std::fabs(in.y) > std::fabs(in.x) ? in.y
                                               : reference_fmax(in);
}

Answer reference_minmag(In in)
{
    return std::fabs(in.x) < std::fabs(in.y)   ? in.x
           : std::fabs(in.y) < std::fabs(in.x) ? in.y
                                               : reference_fmin(in);
}

Answer reference_nextafter(In in)
{
    if (std::isnan(in.x) || std::isnan(in.y))
        return not_a_number;
    if (in.x == in.y)
        return in.y;
    const long double least = std::ldexp(1.0L, in.format.least - in.format.digits);
    if (in.x == 0)
        return std::copysign(least, in.y);
    if (std::isinf(in.x))
        return std::copysign(std::ldexp(1 - std::ldexp(0.5L, 1 - in.format.digits), in.format.most),
                             in.x);
    /* A step away from zero is as long as the unit here; at a power of 2, a step towards zero is
     * half as long. */
    const bool up = in.y > in.x, away = up == (in.x > 0);
    long double step = unit(in.format, in.x);
    int exponent;
    if (!away && std::fabs(std::frexp(in.x, &exponent)) == 0.5L && step > least)
        step /= 2;
    return rounded(in.format, std::copysign(std::fabs(in.x) + (away ? step : -step), in.x));
}

Answer reference_sincos(In in)
{
    Answer answer(std::sin(in.x));
    answer.second = std::cos(in.x);
    return answer;
}

/* Always below 1: results that would be rounded to 1 become the last value before it. */
Answer reference_fract(In in)
{
    if (std::isnan(in.x)) {
        Answer answer(in.x);
        answer.second = in.x;
        return answer;
    }
    const long double fraction =
        std::isinf(in.x) || in.x == 0 ? std::copysign(0.0L, in.x) : in.x - std::floor(in.x);
    Answer answer(std::fmin(rounded(in.format, fraction), 1 - std::ldexp(1.0L, -in.format.digits)));
    answer.second = std::floor(in.x);
    return answer;
}

Answer reference_modf(In in)
{
    long double whole;
    Answer answer(std::modf(in.x, &whole));
    answer.second = whole;
    return answer;
}

Answer reference_frexp(In in)
{
    int exponent = 0;
    Answer answer(std::frexp(in.x, &exponent));
    answer.whole = exponent;
    answer.any_whole = !std::isfinite(in.x);
    return answer;
}

Answer reference_ilogb(In in)
{
    Answer answer(0);
    answer.whole = in.x == 0 ? INT_MIN : std::isfinite(in.x) ? std::ilogb(in.x) : INT_MAX;
    return answer;
}

/* The standard gives no bound: near its zeros the function may be off by as much as near 1. */
Answer reference_lgamma(In in)
{
    Answer answer(std::lgamma(in.x));
    answer.scale = 1;
    return answer;
}

Answer reference_lgamma_r(In in)
{
    int sign = 1;
    Answer answer(lgammal_r(in.x, &sign));
    answer.scale = 1;
    answer.whole = sign;
    answer.any_whole = !std::isfinite(in.x) || (in.x <= 0 && in.x == std::floor(in.x));
    return answer;
}

Answer reference_powr(In in)
{
    const bool no_power = in.x < 0 || std::isnan(in.x) || std::isnan(in.y) ||
                          (in.x == 0 && in.y == 0) || (std::isinf(in.x) && in.y == 0) ||
                          (in.x == 1 && std::isinf(in.y));
    return no_power ? not_a_number : std::pow(std::fabs(in.x), in.y);
}

Answer reference_rootn(In in)
{
    const bool odd = in.k % 2 != 0;
    if (in.k == 0 || (in.x < 0 && !odd))
        return not_a_number;
    const long double root = std::pow(std::fabs(in.x), 1 / static_cast<long double>(in.k));
    return odd ? std::copysign(root, in.x) : root;
}

/* The lower seven bits of the quotient, with its sign. */
Answer reference_remquo(In in)
{
    Answer answer(std::remainder(in.x, in.y));
    if (std::isnan(answer.value) || std::isinf(in.y))
        return answer;
    const long double left = std::fmod(in.x, 128 * in.y);
    const int bits = static_cast<int>(std::fabs(std::rint((left - answer.value) / in.y))) & 127;
    answer.whole = std::signbit(in.x) == std::signbit(in.y) ? bits : -bits;
    return answer;
}

Answer reference_sinpi(In in)
{
    if (std::isinf(in.x) || std::isnan(in.x))
        return not_a_number;
    if (in.x == std::floor(in.x))
        return std::copysign(0.0L, in.x);
    const long double turn = std::fmod(std::fabs(in.x), 2); /* in (0, 2) */
    const long double near = turn < 0.5L ? turn : turn < 1.5L ? 1 - turn : turn - 2;
    const long double sine = std::fabs(near) <= 0.25L
                                 ? std::sin(pi * near)
                                 : std::copysign(std::cos(pi * (0.5L - std::fabs(near))), near);
    return in.x < 0 ? -sine : sine;
}

Answer reference_cospi(In in)
{
    if (std::isinf(in.x) || std::isnan(in.x))
        return not_a_number;
    long double turn = std::fmod(std::fabs(in.x), 2); /* in [0, 2) */
    turn = turn > 1 ? 2 - turn : turn;
    if (turn == 0.5L)
        return 0;
    return turn <= 0.25L   ? std::cos(pi * turn)
           : turn <= 0.75L ? std::sin(pi * (0.5L - turn))
                           : -std::cos(pi * (1 - turn));
}

Answer reference_tanpi(In in)
{
    if (std::isinf(in.x) || std::isnan(in.x))
        return not_a_number;
    const long double whole = std::floor(in.x);
    if (in.x == whole)
        return is_odd(whole) ? std::copysign(0.0L, -in.x) : std::copysign(0.0L, in.x);
    if (in.x - whole == 0.5L)
        return is_odd(whole) ? -infinity : infinity;
    return reference_sinpi(in).value / reference_cospi(in).value;
}

Answer reference_divide(In in)
{
    return in.x / in.y;
}

Answer reference_recip(In in)
{
    return 1 / in.x;
}

#define ROW(shape, name, f, d, h) {#name, Shape::shape, {f, d, h}, reference_##name},
#define COARSE(shape, name)                                                    \
    {"half_" #name, Shape::shape, {8192, 8192, 8192}, reference_##name, true}, \
        {"native_" #name, Shape::shape, {8192, 8192, 8192}, reference_##name, true},
const MathFunction functions[] = {MATH_FUNCTIONS(ROW) MATH_EXTREMES(ROW) MATH_COARSE_NAMES(COARSE)};

} // namespace

const MathFunction *math_function(const std::string &name)
{
    for (const MathFunction &function : functions)
        if (name == function.name)
            return &function;
    return nullptr;
}
