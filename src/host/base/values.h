/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Converts values of the API's types to bits, in the low bytes of a word, and back:
 * int_bits(value), int_value(bits) and so on.
 */
#ifndef ISHMEMI_VALUES_H
#define ISHMEMI_VALUES_H

#include "ishmem/type_lists.h"
#include <string.h>

#define ISHMEMI_VALUES(NAME, TYPE, A)              \
    static inline uint64_t NAME##_bits(TYPE value) \
    {                                              \
        uint64_t bits = 0;                         \
        memcpy(&bits, &value, sizeof value);       \
        return bits;                               \
    }                                              \
    static inline TYPE NAME##_value(uint64_t bits) \
    {                                              \
        TYPE value;                                \
        memcpy(&value, &bits, sizeof value);       \
        return value;                              \
    }
ISHMEMI_RMA_TYPES(ISHMEMI_VALUES, )
#undef ISHMEMI_VALUES

#endif
