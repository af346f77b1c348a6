/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Conversions of T to every type, a kernel for each type and number of lanes: results of all roundings lie
 * one after the other, then those of saturated conversions.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "conversion_list.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V(T) JOIN(T, LANES)

enum { mode_none, mode_rte, mode_rtz, mode_rtp, mode_rtn, modes };
#define PLAIN(suffix, mode, D, n) \
    to[mode_##mode * count + i] = JOIN(JOIN(convert_, V(D)), suffix)(from[i]);
#define SATURATED(suffix, mode, D, n) \
    to[(modes + mode_##mode) * count + i] = JOIN(JOIN(JOIN(convert_, V(D)), _sat), suffix)(from[i]);
#define KERNEL(D, all)                                                              \
    kernel void JOIN(to_##D##_, NUMBER)(global V(D) * to, global const V(T) * from) \
    {                                                                               \
        const size_t i = get_global_id(0), count = get_global_size(0);              \
        all                                                                         \
    }
#define TO_INTEGER(D, host) KERNEL(D, ROUNDINGS(PLAIN, D, 0) ROUNDINGS(SATURATED, D, 0))
#define TO_FLOATING(D, host) KERNEL(D, ROUNDINGS(PLAIN, D, 0))

#define LANES
#define NUMBER 1
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
#undef LANES
#undef NUMBER
#define NUMBER LANES
#define LANES 2
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
#undef LANES
#define LANES 3
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
#undef LANES
#define LANES 4
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
#undef LANES
#define LANES 8
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
#undef LANES
#define LANES 16
INTEGER_TYPES(TO_INTEGER)
FLOATING_TYPES(TO_FLOATING)
