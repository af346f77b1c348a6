/* SPDX-License-Identifier: BSD-3-Clause */
/* The list LIST of math_list.h, or half_NAME and native_NAME, for the type T, with unsigned integers U
 * of its size. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "math_list.h"

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)
#define VECTOR(T, n) NAME(T, n)
typedef T NAME(T, 1);
typedef int int1;
typedef U NAME(U, 1);

#define KERNEL(name, n, work)                                                            \
    kernel void name##_##n(global VECTOR(T, n) * to, global void *second,                \
                           global const VECTOR(T, n) * x, global const VECTOR(T, n) * y, \
                           global const VECTOR(T, n) * z, global const int##n *k)        \
    {                                                                                    \
        size_t i = get_global_id(0);                                                     \
        work                                                                             \
    }
#define SHAPE_unary(name, n) KERNEL(name, n, to[i] = name(x[i]);)
#define SHAPE_binary(name, n) KERNEL(name, n, to[i] = name(x[i], y[i]);)
#define SHAPE_ternary(name, n) KERNEL(name, n, to[i] = name(x[i], y[i], z[i]);)
#define SHAPE_binary_int(name, n) KERNEL(name, n, to[i] = name(x[i], k[i]);)
#define SHAPE_to_int(name, n) KERNEL(name, n, ((global int##n *)second)[i] = name(x[i]);)
#define SHAPE_from_bits(name, n) KERNEL(name, n, to[i] = name(((global const VECTOR(U, n) *)x)[i]);)
#define SHAPE_unary_second(name, n) \
    KERNEL(name, n, to[i] = name(x[i], &((global VECTOR(T, n) *)second)[i]);)
#define SHAPE_unary_int(name, n) KERNEL(name, n, to[i] = name(x[i], &((global int##n *)second)[i]);)
#define SHAPE_binary_quotient(name, n) \
    KERNEL(name, n, to[i] = name(x[i], y[i], &((global int##n *)second)[i]);)

#ifdef VECTORS
#define WIDTHS(shape, name)                                                                     \
    SHAPE_##shape(name, 2) SHAPE_##shape(name, 3) SHAPE_##shape(name, 4) SHAPE_##shape(name, 8) \
        SHAPE_##shape(name, 16)
#else
#define WIDTHS(shape, name) SHAPE_##shape(name, 1)
#endif
#define ROW(shape, name, f, d, h) WIDTHS(shape, name)
#define COARSE(shape, name) WIDTHS(shape, half_##name) WIDTHS(shape, native_##name)
#ifdef LIST
LIST(ROW)
#else
MATH_COARSE_NAMES(COARSE)
#endif
