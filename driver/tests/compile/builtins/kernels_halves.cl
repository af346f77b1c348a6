/* SPDX-License-Identifier: BSD-3-Clause */
/* Halves in memory, loaded as float and stored from float and double, with all rounding modes. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

/* `n` is empty for scalars, and `a` only for scalars, which have no aligned forms; `stride` is the
 * number of elements that an aligned vector takes. */
#define LOADS(n, number, stride, a)                                                             \
    kernel void loads_##number(global float *to, global const half *from, constant half *fixed, \
                               local half *shared)                                              \
    {                                                                                           \
        const size_t i = get_global_id(0), count = get_global_size(0);                          \
        const size_t own = get_local_id(0);                                                     \
        half inner[2 * stride];                                                                 \
        for (int lane = 0; lane < stride; lane++) {                                             \
            inner[stride + lane] = from[stride * i + lane];                                     \
            shared[stride * own + lane] = from[stride * i + lane];                              \
        }                                                                                       \
        global JOIN(float, n) *all = (global JOIN(float, n) *)to;                               \
        all[i] = vload_half##n(0, from + stride * i);                                           \
        all[count + i] = vload##a##_half##n(i, from);                                           \
        all[2 * count + i] = vload_half##n(1, inner + (stride - number));                       \
        all[3 * count + i] = vload_half##n(0, shared + stride * own);                           \
        all[4 * count + i] = vload##a##_half##n(own, shared);                                   \
        all[5 * count + i] = vload_half##n(0, fixed + stride * i);                              \
    }
#define STORE(n, number, stride, a, mode, at)                                \
    vstore_half##n##mode(from[i], 0, to + ((at)*count + i) * stride);        \
    vstore##a##_half##n##mode(from[i], i, to + ((at) + 1) * count * stride); \
    vstore_half##n##mode(from[i], 0, inner);                                 \
    for (int lane = 0; lane < number; lane++)                                \
        to[(((at) + 2) * count + i) * stride + lane] = inner[lane];
#define STORES(T, n, number, stride, a)                                                \
    kernel void stores_##T##_##number(global half *to, global const JOIN(T, n) * from) \
    {                                                                                  \
        const size_t i = get_global_id(0), count = get_global_size(0);                 \
        half inner[stride];                                                            \
        STORE(n, number, stride, a, , 0)                                               \
        STORE(n, number, stride, a, _rte, 3)                                           \
        STORE(n, number, stride, a, _rtz, 6)                                           \
        STORE(n, number, stride, a, _rtp, 9)                                           \
        STORE(n, number, stride, a, _rtn, 12)                                          \
    }
#define ALL(n, number, stride, a) \
    LOADS(n, number, stride, a)   \
    STORES(float, n, number, stride, a) STORES(double, n, number, stride, a)
ALL(, 1, 1, )
ALL(2, 2, 2, a)
ALL(3, 3, 4, a)
ALL(4, 4, 4, a)
ALL(8, 8, 8, a)
ALL(16, 16, 16, a)
