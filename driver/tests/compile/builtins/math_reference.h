/* SPDX-License-Identifier: BSD-3-Clause */
/* Reference results for the functions of math_list.h, computed in long double. */
#ifndef ZED_TEST_MATH_REFERENCE_H
#define ZED_TEST_MATH_REFERENCE_H

#include "numbers.h"

#include <string>

enum class Shape {
    unary,
    binary,
    ternary,
    binary_int,
    to_int,
    from_bits,
    unary_second,
    unary_int,
    binary_quotient
};

struct Arguments {
    const Format &format;
    long double x, y, z;
    int32_t k;
};

/* Results before rounding. */
struct Answer {
    long double value = 0;
    long double other;      /* also right, where the standard allows a choice */
    long double second = 0; /* through the pointer to a float or double */
    int32_t whole = 0;      /* through the pointer to an int, or as the result */
    bool any_whole = false; /* the standard says nothing about it */
    long double scale = 0;  /* the errors of smaller results are relative to this */

    Answer(long double v) : value(v), other(v)
    {
    }
};

struct MathFunction {
    const char *name;
    Shape shape;
    double bound[3]; /* for float, double, half */
    Answer (*reference)(const Arguments &);
    bool coarse = false; /* half_NAME or native_NAME */
};

/* NULL if no list has this name. */
const MathFunction *math_function(const std::string &name);

#endif
