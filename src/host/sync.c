/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all.
 */
#include "transfer.h"

static void sync_all(const char *routine)
{
    if (ishmemi_far) {
        ishmemi_far_sync_all(routine);
    } else {
        ishmemi_access->sync_all(routine);
    }
}

void ishmem_sync_all(void)
{
    static const char routine[] = "ishmem_sync_all";
    ishmemi_check_ready(routine);
    sync_all(routine);
}

void ishmem_barrier_all(void)
{
    static const char routine[] = "ishmem_barrier_all";
    ishmemi_check_ready(routine);
    ishmemi_transfer_quiet(routine, -1);
    sync_all(routine);
}
