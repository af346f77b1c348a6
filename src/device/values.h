/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of the API's types as bits, in the low bytes of an integer: int_bits(value) and
 * int_value(bits), and so on.
 */
#ifndef ISHMEMI_DEVICE_VALUES_H
#define ISHMEMI_DEVICE_VALUES_H

#include "body/language.h"

#define DEFINE_CONVERSIONS(NAME, TYPE, A)                \
    ISHMEMI_INLINE uint64_t NAME##_bits(TYPE value)      \
    {                                                    \
        uint64_t bits = 0;                               \
        ISHMEMI_COPY_BYTES(&bits, &value, sizeof value); \
        return bits;                                     \
    }                                                    \
    ISHMEMI_INLINE TYPE NAME##_value(uint64_t bits)      \
    {                                                    \
        TYPE value;                                      \
        ISHMEMI_COPY_BYTES(&value, &bits, sizeof value); \
        return value;                                    \
    }
ISHMEMI_RMA_TYPES(DEFINE_CONVERSIONS, )
#undef DEFINE_CONVERSIONS

#endif
