/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions and scans of one type, one after another over all PEs, called by one work-item, one
 * sub-group or the whole of one work-group: kernels perf_ROUTINE_SCOPE, one for each, so that a
 * kernel is as small as a user's.  The build defines the type: REDUCE_NAME as in the routines' names,
 * REDUCE_TYPE in C, and which operations it has: REDUCE_BITS, REDUCE_NUMBERS or REDUCE_HALF.
 */
#include "ishmem_device.h"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
/* Work-items' routines, and groups' after their own prefix. */
#define ITEM(PREFIX, ROUTINE) JOIN(JOIN(PREFIX, REDUCE_NAME), _##ROUTINE)
#define FORM_work_item(PREFIX, ROUTINE) ITEM(PREFIX, ROUTINE)
#define FORM_sub_group(PREFIX, ROUTINE) JOIN(ITEM(ishmemx_, ROUTINE), _sub_group)
#define FORM_work_group(PREFIX, ROUTINE) JOIN(ITEM(ishmemx_, ROUTINE), _work_group)

#define CALLS_work_item() (get_local_linear_id() == 0)
#define CALLS_sub_group() (get_sub_group_id() == 0)
#define CALLS_work_group() 1

#define DEFINE_KERNEL(PREFIX, ROUTINE, SCOPE)                                                  \
    __kernel void perf_##ROUTINE##_##SCOPE(__global REDUCE_TYPE *dest,                         \
                                           __global const REDUCE_TYPE *source, ulong elements, \
                                           ulong count)                                        \
    {                                                                                          \
        for (ulong i = 0; CALLS_##SCOPE() && i < count; i++)                                   \
            FORM_##SCOPE(PREFIX, ROUTINE)(ISHMEM_TEAM_WORLD, dest, source, elements);          \
    }
#define DEFINE_KERNELS(PREFIX, ROUTINE)       \
    DEFINE_KERNEL(PREFIX, ROUTINE, work_item) \
    DEFINE_KERNEL(PREFIX, ROUTINE, sub_group) \
    DEFINE_KERNEL(PREFIX, ROUTINE, work_group)

#ifdef REDUCE_HALF
DEFINE_KERNELS(ishmemx_, sum_reduce)
DEFINE_KERNELS(ishmemx_, min_reduce)
DEFINE_KERNELS(ishmemx_, max_reduce)
#else
DEFINE_KERNELS(ishmem_, sum_reduce)
DEFINE_KERNELS(ishmem_, prod_reduce)
DEFINE_KERNELS(ishmem_, min_reduce)
DEFINE_KERNELS(ishmem_, max_reduce)
DEFINE_KERNELS(ishmemx_, sum_reduce_scatter)
DEFINE_KERNELS(ishmemx_, prod_reduce_scatter)
DEFINE_KERNELS(ishmemx_, min_reduce_scatter)
DEFINE_KERNELS(ishmemx_, max_reduce_scatter)
DEFINE_KERNELS(ishmem_, sum_inscan)
DEFINE_KERNELS(ishmem_, sum_exscan)
#endif
#ifdef REDUCE_BITS
DEFINE_KERNELS(ishmem_, and_reduce)
DEFINE_KERNELS(ishmem_, or_reduce)
DEFINE_KERNELS(ishmem_, xor_reduce)
DEFINE_KERNELS(ishmemx_, and_reduce_scatter)
DEFINE_KERNELS(ishmemx_, or_reduce_scatter)
DEFINE_KERNELS(ishmemx_, xor_reduce_scatter)
#endif
