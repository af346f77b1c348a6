/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all.
 */
#include "access.h"
#include "check.h"

void ishmem_sync_all(void)
{
    static const char routine[] = "ishmem_sync_all";
    ishmemi_check_ready(routine);
    ishmemi_access->sync_all(routine);
}

void ishmem_barrier_all(void)
{
    static const char routine[] = "ishmem_barrier_all";
    ishmemi_check_ready(routine);
    ishmemi_access->quiet();
    ishmemi_access->sync_all(routine);
}
