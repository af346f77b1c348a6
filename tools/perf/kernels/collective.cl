/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives one after another over all PEs, called by one work-item, one sub-group or the whole
 * of one work-group: kernels perf_ROUTINE_SCOPE, one for each, so that a kernel is as small as a
 * user's.  Broadcasts take each PE as the root in turn, so that none runs ahead.
 */
#include "ishmem_device.h"
#include "kernel.h"

#define FORM_work_item(NAME) ishmem_##NAME
#define FORM_sub_group(NAME) ishmemx_##NAME##_sub_group
#define FORM_work_group(NAME) ishmemx_##NAME##_work_group

#define CALLS_work_item() (get_local_linear_id() == 0)
#define CALLS_sub_group() (get_sub_group_id() == 0)
#define CALLS_work_group() 1

#define CALL_barrier(SCOPE) FORM_##SCOPE(barrier_all)()
#define CALL_sync(SCOPE) FORM_##SCOPE(sync_all)()
#define CALL_broadcast(SCOPE) \
    FORM_##SCOPE(broadcastmem)(ISHMEM_TEAM_WORLD, dest, source, bytes, (int)(i % n))
#define CALL_fcollect(SCOPE) FORM_##SCOPE(fcollectmem)(ISHMEM_TEAM_WORLD, dest, source, bytes)
#define CALL_collect(SCOPE) FORM_##SCOPE(collectmem)(ISHMEM_TEAM_WORLD, dest, source, bytes)
#define CALL_alltoall(SCOPE) FORM_##SCOPE(alltoallmem)(ISHMEM_TEAM_WORLD, dest, source, bytes)

#define DEFINE_KERNEL(NAME, SCOPE)                                                        \
    __kernel void perf_##NAME##_##SCOPE(__global char *dest, __global const char *source, \
                                        ulong bytes, ulong count)                         \
    {                                                                                     \
        const ulong n = (ulong)ishmem_n_pes();                                            \
        (void)dest, (void)source, (void)bytes, (void)n;                                   \
        for (ulong i = 0; CALLS_##SCOPE() && i < count; i++)                              \
            CALL_##NAME(SCOPE);                                                           \
    }
#define DEFINE_KERNELS(NAME)       \
    DEFINE_KERNEL(NAME, work_item) \
    DEFINE_KERNEL(NAME, sub_group) \
    DEFINE_KERNEL(NAME, work_group)
DEFINE_KERNELS(barrier)
DEFINE_KERNELS(sync)
DEFINE_KERNELS(broadcast)
DEFINE_KERNELS(fcollect)
DEFINE_KERNELS(collect)
DEFINE_KERNELS(alltoall)
