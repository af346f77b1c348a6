/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles of bytes, which libclc gets wrong for vectors of 4 and 16. */
#include "opencl.h"

namespace {

template <class To, class From, class Mask>
To shuffled(From from, Mask mask, uint from_lanes, uint lanes)
{
    To made;
    for (uint i = 0; i < lanes; i++)
        made[i] = from[mask[i] & (from_lanes - 1)];
    return made;
}

} // namespace

#define VECTORS(n)                                            \
    using char##n = char __attribute__((ext_vector_type(n))); \
    using uchar##n = uchar __attribute__((ext_vector_type(n)));
VECTORS(2)
VECTORS(4)
VECTORS(8)
VECTORS(16)

#define SHUFFLE(T, m, n)                         \
    T##n shuffle(T##m from, uchar##n mask)       \
    {                                            \
        return shuffled<T##n>(from, mask, m, n); \
    }
#define SHUFFLES(T, m) \
    SHUFFLE(T, m, 2)   \
    SHUFFLE(T, m, 4)   \
    SHUFFLE(T, m, 8)   \
    SHUFFLE(T, m, 16)
#define ALL_SHUFFLES(T) \
    SHUFFLES(T, 2)      \
    SHUFFLES(T, 4)      \
    SHUFFLES(T, 8)      \
    SHUFFLES(T, 16)
ALL_SHUFFLES(char)
ALL_SHUFFLES(uchar)
