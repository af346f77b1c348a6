/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives in which one member calls something else than the others. */
#include "ishmem_device.h"

/* odd: this PE is that member. */
kernel void mismatch(int which, int odd, global int *object, global int *other)
{
    int *const ints = (int *)object;
    int *const others = (int *)other;
    const int first = get_local_linear_id() == 0;
    ishmemx_sync_all_work_group();
    switch (which) {
    case 0:
        if (odd) {
            ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, ints, others, 16);
        } else {
            ishmemx_barrier_all_work_group();
        }
        break;
    case 1:
        if (first) {
            ishmem_int_sum_reduce(ISHMEM_TEAM_WORLD, ints, others, odd ? 9 : 8);
        }
        break;
    case 2:
        if (get_sub_group_id() == 0) {
            ishmemx_int_broadcast_sub_group(ISHMEM_TEAM_WORLD, ints, others, 4, odd);
        }
        break;
    case 3:
        ishmemx_int_alltoalls_work_group(ISHMEM_TEAM_WORLD, ints, others, 1, 1 + odd, 2);
        break;
    case 4:
        ishmemx_int_fcollect_work_group(ISHMEM_TEAM_WORLD, ints + 2 * odd, others, 2);
        break;
    case 5:
        if (odd) {
            ishmemx_int_max_reduce_work_group(ISHMEM_TEAM_WORLD, ints, others, 4);
        } else {
            ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, ints, others, 4);
        }
        break;
    case 6:
        ishmemx_int_put_work_group(ints + 1, ints, 4, ishmem_my_pe());
        break;
    case 7:
        ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, ints, ints + 1, 4);
        break;
    case 8:
        if (first) {
            ishmem_int_collect(ISHMEM_TEAM_WORLD, ints, ints + 1, 4);
        }
        break;
    default:
        break;
    }
}
