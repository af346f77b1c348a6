/* SPDX-License-Identifier: BSD-3-Clause */
/* Quotients and remainders of integers of all widths, as scalars and as vectors of each size. */

#include "known_divisors.h"

#define ITEM 48 /* elements per work-item: whole vectors of each size */

#define DIVIDE(type, size, vector)                           \
    for (size_t k = 0; k < ITEM / size; k++) {               \
        vector a = vload##size(first / size + k, dividends); \
        vector b = vload##size(first / size + k, divisors);  \
        vstore##size(a / b, first / size + k, quotients);    \
        vstore##size(a % b, first / size + k, remainders);   \
    }                                                        \
    quotients += count;                                      \
    remainders += count;

#define vload1(k, from) ((from)[k])
#define vstore1(value, k, to) ((to)[k] = (value))

#define KERNEL(name, type, meet)                                                                \
    kernel void name##_##type(global type *quotients, global type *remainders,                  \
                              global const type *dividends, global const type *divisors)        \
    {                                                                                           \
        const size_t first = get_global_id(0) * ITEM, count = get_global_size(0) * ITEM;        \
        DIVIDE(type, 1, type)                                                                   \
        meet;                                                                                   \
        DIVIDE(type, 2, type##2)                                                                \
        DIVIDE(type, 3, type##3)                                                                \
        DIVIDE(type, 4, type##4)                                                                \
        meet;                                                                                   \
        DIVIDE(type, 8, type##8)                                                                \
        DIVIDE(type, 16, type##16)                                                              \
    }                                                                                           \
                                                                                                \
    /* Consecutive items, so that the loop over them is vectorised; and only defined cases. */  \
    kernel void name##_chosen_##type(global type *quotients, global type *remainders,           \
                                     global const type *dividends, global const type *divisors) \
    {                                                                                           \
        const size_t i = get_global_id(0);                                                      \
        const type a = dividends[i], b = divisors[i];                                           \
        meet;                                                                                   \
        quotients[i] = b != 0 ? a / b : 0;                                                      \
        remainders[i] = b == 0 ? 0 : a % b;                                                     \
    }

#define KERNELS(type)        \
    KERNEL(straight, type, ) \
    KERNEL(meeting, type, barrier(CLK_GLOBAL_MEM_FENCE))

KERNELS(char)
KERNELS(uchar)
KERNELS(short)
KERNELS(ushort)
KERNELS(int)
KERNELS(uint)
KERNELS(long)
KERNELS(ulong)

/* Divides by numbers that the compiler knows. */
kernel void known(global int4 *quotients, global int4 *remainders, global const int4 *dividends,
                  global const int *divisors)
{
    const size_t i = get_global_id(0);
    quotients[4 * i] = dividends[i] / (int4)(1, -1, 7, -7);
    remainders[4 * i] = dividends[i] % (int4)(1, -1, 7, -7);
    quotients[4 * i + 1] = dividends[i] / -1;
    remainders[4 * i + 1] = dividends[i] % -1;
    quotients[4 * i + 2] = INT_MIN / dividends[i];
    remainders[4 * i + 2] = INT_MIN % dividends[i];
    quotients[4 * i + 3] = dividends[i] / divisors[0];
    remainders[4 * i + 3] = dividends[i] % divisors[0];
}

/* Divides the first elements of 16 by a vector that the compiler knows, and that vector by them. */
#define DIVIDE_KNOWN(type, size, number)                                                \
    {                                                                                   \
        const type##size known = (type##size)(KNOWN_FIRST(size, type, KNOWN_##number)); \
        const type##size a = vload##size(0, operands + first);                          \
        vstore##size(a / known, 0, results + first);                                    \
        vstore##size(a % known, 0, results + count + first);                            \
        vstore##size(known / a, 0, results + 2 * count + first);                        \
        vstore##size(known % a, 0, results + 3 * count + first);                        \
        results += 4 * count;                                                           \
    }

#define KNOWN_KERNEL(type, number)                                                         \
    kernel void known_##number##_##type(global type *results, global const type *operands) \
    {                                                                                      \
        const size_t first = get_global_id(0) * 16, count = get_global_size(0) * 16;       \
        DIVIDE_KNOWN(type, 2, number)                                                      \
        DIVIDE_KNOWN(type, 3, number)                                                      \
        DIVIDE_KNOWN(type, 4, number)                                                      \
        DIVIDE_KNOWN(type, 8, number)                                                      \
        DIVIDE_KNOWN(type, 16, number)                                                     \
    }

#define KNOWN_KERNELS(type) \
    KNOWN_KERNEL(type, 0)   \
    KNOWN_KERNEL(type, 1)   \
    KNOWN_KERNEL(type, 2)   \
    KNOWN_KERNEL(type, 3)

KNOWN_KERNELS(char)
KNOWN_KERNELS(uchar)
KNOWN_KERNELS(short)
KNOWN_KERNELS(ushort)
KNOWN_KERNELS(int)
KNOWN_KERNELS(uint)
KNOWN_KERNELS(long)
KNOWN_KERNELS(ulong)
