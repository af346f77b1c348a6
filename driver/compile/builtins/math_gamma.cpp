/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The gamma function: libclc computes it as the exponential of the logarithm, with errors of a
 * hundred units and more.  Also corrects libclc's logarithm near zero and at minus infinity.
 */
#include "opencl.h"

#pragma clang fp contract(on)

double exp(double);
double pow(double, double);
double sinpi(double);
float log(float);

namespace {

constexpr double pi = 0x1.921fb54442d18p+1, root_of_2_pi = 0x1.40d931ff62706p+1;
constexpr double infinity = __builtin_inf(), not_a_number = __builtin_nan("");

/* The Taylor series of 1 / gamma(1 + t) at 0, for |t| <= 1/2. */
constexpr double reciprocal_series[] = {
    0x1.0000000000000p+0,   0x1.2788cfc6fb619p-1,   -0x1.4fcf4026afa2ep-1,  -0x1.5815e8fa27048p-5,
    0x1.5512320b43fbep-3,   -0x1.59af103c34092p-5,  -0x1.3b4af28483e21p-7,  0x1.d919c527f60b2p-8,
    -0x1.317112ce3a2a8p-10, -0x1.c364fe6f1563dp-13, 0x1.0c8a78cd9f9d2p-13,  -0x1.51ce8af47eabep-16,
    -0x1.4fad41fc34fbbp-20, 0x1.302509dbc0de3p-20,  -0x1.b9986666c225dp-23, 0x1.a44b7ba22d629p-28,
    0x1.57bc3fc384334p-28,  -0x1.44b4cedca388fp-30, 0x1.cae7675c18607p-34,  0x1.11d065bfaf067p-37};

double reciprocal_past_1(double t)
{
    double sum = 0;
    for (int i = sizeof reciprocal_series / sizeof reciprocal_series[0] - 1; i >= 0; i--)
        sum = sum * t + reciprocal_series[i];
    return sum;
}

/* gamma(x) is the product of the two.  Each is in range even where the product is far outside
 * it. */
struct Factors {
    double first, second;
};

/* For x >= 1/2.  Up to `near`, uses gamma(x) = (x - 1) gamma(x - 1), whose factors are exact;
 * beyond, uses Stirling's formula. */
Factors gamma_factors(double x)
{
    constexpr double near = 12, far = 200;
    if (x <= near) {
        double product = 1;
        while (x > 1.5) {
            x -= 1;
            product *= x;
        }
        return {product, 1 / reciprocal_past_1(x - 1)};
    }
    x = x < far ? x : far;
    const double part = 1 / x, square = part * part;
    double series = -691 / 360360.0 + square / 156;
    series = series * square + 1 / 1188.0;
    series = series * square - 1 / 1680.0;
    series = series * square + 1 / 1260.0;
    series = series * square - 1 / 360.0;
    series = (series * square + 1 / 12.0) * part;
    double grown = 1 / 120.0 + series / 720; /* the exponential of the series */
    grown = grown * series + 1 / 24.0;
    grown = grown * series + 1 / 6.0;
    grown = grown * series + 0.5;
    grown = grown * series * series + series;
    const double half_power = pow(x, 0.5 * x - 0.25), rest = half_power * exp(-x) * root_of_2_pi;
    return {half_power, rest + rest * grown};
}

} // namespace

double tgamma(double x)
{
    if (x >= 0.5) {
        const Factors factors = gamma_factors(x);
        return factors.first * factors.second;
    }
    if (x > -0.5)
        return 1 / (x * reciprocal_past_1(x));
    if (x == __builtin_floor(x) || x != x)
        return not_a_number;
    /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
    const Factors factors = gamma_factors(-x);
    return -pi / (x * sinpi(x)) / factors.second / factors.first;
}

float tgamma(float x)
{
    return static_cast<float>(tgamma(static_cast<double>(x)));
}

float clc_lgamma_r(float, int *);
float lgamma_r(float x, int *sign)
{
    const float made = clc_lgamma_r(x, sign);
    if (x < 0 && x > -0x1p-30F) {
        *sign = -1;
        return -log(-x);
    }
    return x - x == 0 || x != x ? made : infinity;
}

float lgamma(float x)
{
    int sign;
    return lgamma_r(x, &sign);
}

double clc_lgamma_r(double, int *);
double lgamma_r(double x, int *sign)
{
    const double made = clc_lgamma_r(x, sign);
    return x - x == 0 || x != x ? made : infinity;
}

double lgamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}
