/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Section 6.13.5 for the type T: one kernel for each number of lanes.  Results that are scalars,
 * and those that are vectors, are stored function after function.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V JOIN(T, LANES)

#ifdef FAST
#define FAST_FORMS                                      \
    scalars[3 * count + i] = fast_distance(x[i], y[i]); \
    scalars[4 * count + i] = fast_length(x[i]);         \
    vectors[count + i] = fast_normalize(x[i]);
#else
#define FAST_FORMS
#endif
#define CROSS(n)                                                                \
    kernel void cross_##n(global JOIN(T, n) * to, global const JOIN(T, n) * x,  \
                          global const JOIN(T, n) * y)                          \
    {                                                                           \
        to[get_global_id(0)] = cross(x[get_global_id(0)], y[get_global_id(0)]); \
    }
CROSS(3)
CROSS(4)
#define KERNEL(name)                                                                             \
    kernel void name(global T *scalars, global V *vectors, global const V *x, global const V *y) \
    {                                                                                            \
        const size_t i = get_global_id(0), count = get_global_size(0);                           \
        scalars[i] = dot(x[i], y[i]);                                                            \
        scalars[count + i] = distance(x[i], y[i]);                                               \
        scalars[2 * count + i] = length(x[i]);                                                   \
        vectors[i] = normalize(x[i]);                                                            \
        FAST_FORMS                                                                               \
    }
#define LANES
KERNEL(geometry_1)
#undef LANES
#define LANES 2
KERNEL(geometry_2)
#undef LANES
#define LANES 3
KERNEL(geometry_3)
#undef LANES
#define LANES 4
KERNEL(geometry_4)
