/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lists of common_list.h for the type T: one kernel for each number of lanes; results are
 * stored function after function.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "common_list.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V JOIN(T, LANES)

#define FIRST(p) ((global const T *)(p + i))[0]
#define CALL_one(name) name(x[i])
#define CALL_two(name) name(x[i], y[i])
#define CALL_two_first(name) name(FIRST(x), y[i])
#define CALL_two_last(name) name(x[i], FIRST(y))
#define CALL_three(name) name(x[i], y[i], z[i])
#define CALL_three_first(name) name(FIRST(x), FIRST(y), z[i])
#define CALL_three_last(name) name(x[i], y[i], FIRST(z))
#define CALL_three_both_last(name) name(x[i], FIRST(y), FIRST(z))

#define NUMBER(shape, name, row, bound) row_##row,
enum { COMMON_FUNCTIONS(NUMBER) };
enum { COMMON_EXTREMES(NUMBER) };
#define STORE(shape, name, row, bound) to[row_##row * count + i] = CALL_##shape(name);

#define KERNEL(name)                                                                        \
    kernel void name(global V *to, global const V *x, global const V *y, global const V *z) \
    {                                                                                       \
        const size_t i = get_global_id(0), count = get_global_size(0);                      \
        LIST(STORE)                                                                         \
    }
#define LANES
KERNEL(common_1)
#undef LANES
#define LANES 2
KERNEL(common_2)
#undef LANES
#define LANES 3
KERNEL(common_3)
#undef LANES
#define LANES 4
KERNEL(common_4)
#undef LANES
#define LANES 8
KERNEL(common_8)
#undef LANES
#define LANES 16
KERNEL(common_16)
