/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of the API's types as bits, in the low bytes of an integer: ishmemi_int_bits(value) and
 * ishmemi_int_value(bits), and so on.
 */
#ifndef ISHMEMI_DEVICE_VALUES_H
#define ISHMEMI_DEVICE_VALUES_H

#include "device/body/language.h"

#define DEFINE_CONVERSIONS(NAME, TYPE, A)                     \
    ISHMEMI_INLINE uint64_t ishmemi_##NAME##_bits(TYPE value) \
    {                                                         \
        uint64_t bits = 0;                                    \
        ISHMEMI_COPY_BYTES(&bits, &value, sizeof value);      \
        return bits;                                          \
    }                                                         \
    ISHMEMI_INLINE TYPE ishmemi_##NAME##_value(uint64_t bits) \
    {                                                         \
        TYPE value;                                           \
        ISHMEMI_COPY_BYTES(&value, &bits, sizeof value);      \
        return value;                                         \
    }
ISHMEMI_RMA_TYPES(DEFINE_CONVERSIONS, )
#undef DEFINE_CONVERSIONS

#endif
