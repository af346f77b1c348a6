/* SPDX-License-Identifier: BSD-3-Clause */
/* The integer with the bits of a floating-point number. */
#ifndef ZED_BUILTINS_BITS_H
#define ZED_BUILTINS_BITS_H

#include "opencl.h"

namespace {

template <class T> struct Bits;
template <> struct Bits<float> {
    using type = int;
};
template <> struct Bits<double> {
    using type = long;
};

} // namespace

#endif
