/* SPDX-License-Identifier: BSD-3-Clause */
/* Block reads and writes of a sub-group: item i has elements i, i + n, i + 2n of a block. */
#include "opencl.h"

#define BLOCKS(T, suffix)                                    \
    T intel_sub_group_block_read##suffix(const T *from)      \
    {                                                        \
        return from[sub_group_lane()];                       \
    }                                                        \
    void intel_sub_group_block_write##suffix(T *to, T value) \
    {                                                        \
        to[sub_group_lane()] = value;                        \
    }
#define VECTOR_BLOCKS(T, suffix, n)                                   \
    using T##n = T __attribute__((ext_vector_type(n)));               \
    T##n intel_sub_group_block_read##suffix##n(const T *from)         \
    {                                                                 \
        T##n value;                                                   \
        for (uint i = 0; i < n; i++)                                  \
            value[i] = from[sub_group_lane() + i * sub_group_most()]; \
        return value;                                                 \
    }                                                                 \
    void intel_sub_group_block_write##suffix##n(T *to, T##n value)    \
    {                                                                 \
        for (uint i = 0; i < n; i++)                                  \
            to[sub_group_lane() + i * sub_group_most()] = value[i];   \
    }
#define ALL_BLOCKS(T, suffix)   \
    BLOCKS(T, suffix)           \
    VECTOR_BLOCKS(T, suffix, 2) \
    VECTOR_BLOCKS(T, suffix, 4) \
    VECTOR_BLOCKS(T, suffix, 8)

ALL_BLOCKS(uchar, _uc)
ALL_BLOCKS(ushort, _us)
ALL_BLOCKS(uint, )
ALL_BLOCKS(ulong, _ul)
VECTOR_BLOCKS(uchar, _uc, 16)
