/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions and scans of one type, one after another over all PEs, called by one work-item, one
 * sub-group or the whole of one work-group.  The build defines the type: REDUCE_NAME as in the
 * routines' names, REDUCE_TYPE in C, and which operations it has: REDUCE_BITS, REDUCE_NUMBERS or
 * REDUCE_HALF.  The operations' numbers are those of perf_reduce_operations.
 */
#include "ishmem_device.h"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
/* Work-items' routines, and groups' after their own prefix. */
#define ITEM(PREFIX, ROUTINE) JOIN(JOIN(PREFIX, REDUCE_NAME), ROUTINE)
#define FORM_work_item(PREFIX, ROUTINE) ITEM(PREFIX, ROUTINE)
#define FORM_sub_group(PREFIX, ROUTINE) JOIN(ITEM(ishmemx_, ROUTINE), _sub_group)
#define FORM_work_group(PREFIX, ROUTINE) JOIN(ITEM(ishmemx_, ROUTINE), _work_group)

#define REPEAT(SCOPE, PREFIX, ROUTINE)                                            \
    for (ulong i = 0; i < count; i++)                                             \
        FORM_##SCOPE(PREFIX, ROUTINE)(ISHMEM_TEAM_WORLD, dest, source, elements); \
    break;

enum { REDUCE, REDUCE_SCATTER, INSCAN, EXSCAN };
#define OPERATIONS 7
#define OF(ROUTINE, OPERATION) ((ROUTINE)*OPERATIONS + (OPERATION))

#ifdef REDUCE_HALF
#define CASES(SCOPE)                         \
    case OF(REDUCE, 0):                      \
        REPEAT(SCOPE, ishmemx_, _sum_reduce) \
    case OF(REDUCE, 2):                      \
        REPEAT(SCOPE, ishmemx_, _min_reduce) \
    case OF(REDUCE, 3):                      \
        REPEAT(SCOPE, ishmemx_, _max_reduce)
#else
#define NUMBER_CASES(SCOPE)                           \
    case OF(REDUCE, 0):                               \
        REPEAT(SCOPE, ishmem_, _sum_reduce)           \
    case OF(REDUCE, 1):                               \
        REPEAT(SCOPE, ishmem_, _prod_reduce)          \
    case OF(REDUCE, 2):                               \
        REPEAT(SCOPE, ishmem_, _min_reduce)           \
    case OF(REDUCE, 3):                               \
        REPEAT(SCOPE, ishmem_, _max_reduce)           \
    case OF(REDUCE_SCATTER, 0):                       \
        REPEAT(SCOPE, ishmemx_, _sum_reduce_scatter)  \
    case OF(REDUCE_SCATTER, 1):                       \
        REPEAT(SCOPE, ishmemx_, _prod_reduce_scatter) \
    case OF(REDUCE_SCATTER, 2):                       \
        REPEAT(SCOPE, ishmemx_, _min_reduce_scatter)  \
    case OF(REDUCE_SCATTER, 3):                       \
        REPEAT(SCOPE, ishmemx_, _max_reduce_scatter)  \
    case OF(INSCAN, 0):                               \
        REPEAT(SCOPE, ishmem_, _sum_inscan)           \
    case OF(EXSCAN, 0):                               \
        REPEAT(SCOPE, ishmem_, _sum_exscan)
#ifdef REDUCE_BITS
#define CASES(SCOPE)                                 \
    NUMBER_CASES(SCOPE)                              \
    case OF(REDUCE, 4):                              \
        REPEAT(SCOPE, ishmem_, _and_reduce)          \
    case OF(REDUCE, 5):                              \
        REPEAT(SCOPE, ishmem_, _or_reduce)           \
    case OF(REDUCE, 6):                              \
        REPEAT(SCOPE, ishmem_, _xor_reduce)          \
    case OF(REDUCE_SCATTER, 4):                      \
        REPEAT(SCOPE, ishmemx_, _and_reduce_scatter) \
    case OF(REDUCE_SCATTER, 5):                      \
        REPEAT(SCOPE, ishmemx_, _or_reduce_scatter)  \
    case OF(REDUCE_SCATTER, 6):                      \
        REPEAT(SCOPE, ishmemx_, _xor_reduce_scatter)
#else
#define CASES(SCOPE) NUMBER_CASES(SCOPE)
#endif
#endif

#define DEFINE_RUN(SCOPE)                                                                    \
    static void run_##SCOPE(int which, __global REDUCE_TYPE *dest,                           \
                            __global const REDUCE_TYPE *source, ulong elements, ulong count) \
    {                                                                                        \
        switch (which) {                                                                     \
            CASES(SCOPE)                                                                     \
        default:                                                                             \
            break;                                                                           \
        }                                                                                    \
    }
DEFINE_RUN(work_item)
DEFINE_RUN(sub_group)
DEFINE_RUN(work_group)

__kernel void perf_reduce(int routine, int operation, int scope, __global REDUCE_TYPE *dest,
                          __global const REDUCE_TYPE *source, ulong elements, ulong count)
{
    const int which = OF(routine, operation);
    if (scope == 2)
        run_work_group(which, dest, source, elements, count);
    else if (scope == 1 && get_sub_group_id() == 0)
        run_sub_group(which, dest, source, elements, count);
    else if (scope == 0 && get_local_linear_id() == 0)
        run_work_item(which, dest, source, elements, count);
}
