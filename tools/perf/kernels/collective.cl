/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives one after another over all PEs, called by one work-item, one sub-group or the whole
 * of one work-group.  Broadcasts take each PE as the root in turn, so that none runs ahead.
 */
#include "ishmem_device.h"
#include "kernel.h"

#define FORM_work_item(PREFIX, NAME) PREFIX##_##NAME
#define FORM_sub_group(PREFIX, NAME) ishmemx_##NAME##_sub_group
#define FORM_work_group(PREFIX, NAME) ishmemx_##NAME##_work_group

#define REPEAT(CALL)                  \
    for (ulong i = 0; i < count; i++) \
        CALL;                         \
    break;

#define DEFINE_RUN(SCOPE)                                                                     \
    static void run_##SCOPE(int routine, __global char *dest, __global const char *source,    \
                            ulong bytes, ulong count)                                         \
    {                                                                                         \
        const ulong n = (ulong)ishmem_n_pes();                                                \
        switch (routine) {                                                                    \
        case PERF_COLLECTIVE_BARRIER:                                                         \
            REPEAT(FORM_##SCOPE(ishmem, barrier_all)())                                       \
        case PERF_COLLECTIVE_SYNC:                                                            \
            REPEAT(FORM_##SCOPE(ishmem, sync_all)())                                          \
        case PERF_COLLECTIVE_BROADCAST:                                                       \
            REPEAT(FORM_##SCOPE(ishmem, broadcastmem)(ISHMEM_TEAM_WORLD, dest, source, bytes, \
                                                      (int)(i % n)))                          \
        case PERF_COLLECTIVE_FCOLLECT:                                                        \
            REPEAT(FORM_##SCOPE(ishmem, fcollectmem)(ISHMEM_TEAM_WORLD, dest, source, bytes)) \
        case PERF_COLLECTIVE_COLLECT:                                                         \
            REPEAT(FORM_##SCOPE(ishmem, collectmem)(ISHMEM_TEAM_WORLD, dest, source, bytes))  \
        default:                                                                              \
            REPEAT(FORM_##SCOPE(ishmem, alltoallmem)(ISHMEM_TEAM_WORLD, dest, source, bytes)) \
        }                                                                                     \
    }
DEFINE_RUN(work_item)
DEFINE_RUN(sub_group)
DEFINE_RUN(work_group)

__kernel void perf_collective(int routine, int scope, __global char *dest,
                              __global const char *source, ulong bytes, ulong count)
{
    if (scope == 2)
        run_work_group(routine, dest, source, bytes, count);
    else if (scope == 1 && get_sub_group_id() == 0)
        run_sub_group(routine, dest, source, bytes, count);
    else if (scope == 0 && get_local_linear_id() == 0)
        run_work_item(routine, dest, source, bytes, count);
}
