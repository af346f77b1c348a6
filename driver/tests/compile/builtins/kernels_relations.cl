/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Section 6.13.6 for the floating-point type T, with the integer types I and U: one kernel for each
 * number of lanes; results are stored function after function, in the order of relation_list.h.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "relation_list.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V(T) JOIN(T, LANES)
#define CAST(T, x) JOIN(JOIN(as_, T), LANES)(x)

#define CALL_one(name) name(x[i])
#define CALL_two(name) name(x[i], y[i])
#define NUMBER(shape, name) row_##name,
enum { RELATIONS(NUMBER) };
#define STORE(shape, name) to[row_##name * count + i] = JOIN(convert_, V(I))(CALL_##shape(name));

/* The masks for select are the bits of y. */
#define KERNEL(name)                                                                            \
    kernel void name(global V(I) * to, global int *whole, global V(T) * chosen,                 \
                     global V(I) * mixed, global const V(T) * x, global const V(T) * y,         \
                     global const V(I) * k)                                                     \
    {                                                                                           \
        const size_t i = get_global_id(0), count = get_global_size(0);                          \
        RELATIONS(STORE)                                                                        \
        whole[i] = any(k[i]);                                                                   \
        whole[count + i] = all(k[i]);                                                           \
        chosen[i] = select(x[i], y[i], k[i]);                                                   \
        chosen[count + i] = select(x[i], y[i], CAST(U, k[i]));                                  \
        chosen[2 * count + i] = bitselect(x[i], y[i], CAST(T, k[i]));                           \
        mixed[i] = select(k[i], CAST(I, x[i]), CAST(I, y[i]));                                  \
        mixed[count + i] = CAST(I, select(CAST(U, k[i]), CAST(U, x[i]), CAST(U, y[i])));        \
        mixed[2 * count + i] = bitselect(k[i], CAST(I, x[i]), CAST(I, y[i]));                   \
        mixed[3 * count + i] = CAST(I, bitselect(CAST(U, k[i]), CAST(U, x[i]), CAST(U, y[i]))); \
    }
#define LANES
KERNEL(relations_1)
#undef LANES
#define LANES 2
KERNEL(relations_2)
#undef LANES
#define LANES 3
KERNEL(relations_3)
#undef LANES
#define LANES 4
KERNEL(relations_4)
#undef LANES
#define LANES 8
KERNEL(relations_8)
#undef LANES
#define LANES 16
KERNEL(relations_16)

#ifdef BYTES
#define KERNEL_OF_BYTES(name)                                                               \
    kernel void name(global int *whole, global V(char) * to, global const V(char) * a,      \
                     global const V(char) * b, global const V(char) * c)                    \
    {                                                                                       \
        const size_t i = get_global_id(0), count = get_global_size(0);                      \
        whole[i] = any(a[i]);                                                               \
        whole[count + i] = all(a[i]);                                                       \
        to[i] = select(a[i], b[i], c[i]);                                                   \
        to[count + i] = select(a[i], b[i], CAST(uchar, c[i]));                              \
        to[2 * count + i] = CAST(char, select(CAST(uchar, a[i]), CAST(uchar, b[i]), c[i])); \
        to[3 * count + i] = bitselect(a[i], b[i], c[i]);                                    \
        to[4 * count + i] =                                                                 \
            CAST(char, bitselect(CAST(uchar, a[i]), CAST(uchar, b[i]), CAST(uchar, c[i]))); \
    }
#undef LANES
#define LANES
KERNEL_OF_BYTES(bytes_1)
#undef LANES
#define LANES 2
KERNEL_OF_BYTES(bytes_2)
#undef LANES
#define LANES 3
KERNEL_OF_BYTES(bytes_3)
#undef LANES
#define LANES 4
KERNEL_OF_BYTES(bytes_4)
#undef LANES
#define LANES 8
KERNEL_OF_BYTES(bytes_8)
#undef LANES
#define LANES 16
KERNEL_OF_BYTES(bytes_16)
#endif
