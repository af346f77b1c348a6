/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that wait for another PE. */
#include "ishmem_device.h"

kernel void wait_for_five(global ulong *word)
{
    ishmem_ulong_wait_until((ulong *)word, ISHMEM_CMP_GE, 5);
}

/* Of which the library knows nothing. */
kernel void spin_until_five(global volatile ulong *word)
{
    while (*word != 5) {
    }
}

kernel void barrier_in_second(void)
{
    if (get_group_id(0) == 1) {
        ishmem_barrier_all();
    }
}

kernel void lock_and_unlock(global long *lock)
{
    ishmem_set_lock((long *)lock);
    ishmem_clear_lock((long *)lock);
}
