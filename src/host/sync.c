/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all.
 */
#include "collective.h"
#include "transfer.h"

void ishmem_sync_all(void)
{
    static const char routine[] = "ishmem_sync_all";
    ishmemi_check_ready(routine);
    ishmemi_host_team_sync(routine, ishmemi_team_world);
}

void ishmem_barrier_all(void)
{
    static const char routine[] = "ishmem_barrier_all";
    ishmemi_check_ready(routine);
    ishmemi_transfer_quiet(routine, -1);
    ishmemi_host_team_sync(routine, ishmemi_team_world);
}
