/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls whose arguments do not lie in one live object of the heap, and right ones without end. */
#include "ishmem_device.h"

/* object: 250 ints; gone: freed; never: was never allocated.  Groups call together. */
kernel void bad_object(int which, global int *object, global int *gone, global int *never)
{
    const bool first = get_local_linear_id() == 0;
    int *const dest = (int *)object;
    if (which >= 10 || first) {
        switch (which) {
        case 0:
            ishmem_int_put(dest, dest, 256, 1);
            break;
        case 1:
            ishmem_int_get(dest + 1, dest, 250, 1);
            break;
        case 2:
            ishmem_int_p((int *)gone, 1, 1);
            break;
        case 3:
            ishmem_int_atomic_fetch_add((int *)never, 1, 1);
            break;
        case 4: {
            int value = 7;
            ishmem_int_put_signal(dest, &value, 1, (ulong *)gone, 1, ISHMEM_SIGNAL_SET, 1);
            break;
        }
        case 5:
            ishmem_int_wait_until((int *)gone, ISHMEM_CMP_EQ, 77);
            break;
        case 6:
            ishmem_int_iput(dest, dest, 3, 1, 85, 1);
            break;
        case 7:
            ishmem_int_iget(dest, dest, 125, 1, 3, 1);
            break;
        case 8:
            ishmem_int_test_any(dest, 251, 0, ISHMEM_CMP_EQ, 77);
            break;
        case 9:
            ishmem_set_lock((long *)gone);
            break;
        default:
            break;
        }
    }
    switch (which) {
    case 10:
        ishmemx_int_put_work_group(dest + 100, dest, 151, 1);
        break;
    case 11:
        ishmemx_int_atomic_inc_sub_group((int *)gone, 1);
        break;
    case 12:
        ishmemx_int_broadcast_work_group(ISHMEM_TEAM_WORLD, dest, dest, 251, 0);
        break;
    case 13:
        ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, dest, (int *)never, 1);
        break;
    default:
        break;
    }
}

/* Uses all of an object until its PE is told to stop; each work-group counts in its word of `puts`,
 * which tells the host that it runs. */
kernel void right_objects(global int *object, ulong nelems, global int *stop, global ulong *puts)
{
    const int pe = (ishmem_my_pe() + 1) % ishmem_n_pes();
    ulong rounds = 0;
    do {
        ishmem_int_put((int *)object, (const int *)object, nelems, pe);
        ishmem_int_atomic_add((int *)object + nelems - 1, 1, pe);
        rounds++;
        ishmem_uint64_atomic_set((ulong *)puts + get_group_id(0), rounds, ishmem_my_pe());
    } while (ishmem_int_atomic_fetch((int *)stop, ishmem_my_pe()) == 0);
}
