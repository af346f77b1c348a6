/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Counts that need 64 bits, and very many requests.
 */
#include "ishmem_device.h"

kernel void large_put(global long *dest, global const long *source, ulong nelems, int pe)
{
    if (get_global_id(0) == 0) {
        ishmem_long_put((long *)dest, (const long *)source, nelems, pe);
        ishmem_quiet();
    }
}

kernel void large_get(global long *dest, global const long *source, ulong nelems, int pe)
{
    if (get_global_id(0) == 0) {
        ishmem_long_get((long *)dest, (const long *)source, nelems, pe);
    }
}

kernel void large_put_work_group(global long *dest, global const long *source, ulong nelems, int pe)
{
    ishmemx_long_put_work_group((long *)dest, (const long *)source, nelems, pe);
    ishmem_quiet();
}

/* Each work-item has an element of words, after the sum; the last value that it writes is rounds. */
kernel void many(global long *words, uint rounds, int pe)
{
    const size_t item = get_global_id(0) + 1;
    for (uint round = 1; round <= rounds; round++) {
        ishmem_long_atomic_add((long *)words, 1, pe);
        ishmem_long_p((long *)&words[item], (long)round, pe);
    }
    ishmem_quiet();
}
