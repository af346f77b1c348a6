/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fence and quiet.
 */
#include "transfer.h"

void ishmem_fence(void)
{
    ishmemi_check_ready("ishmem_fence");
    /* Where the tile copies, operations have ended in order already. */
    ishmemi_mapped_fence();
}

void ishmem_quiet(void)
{
    ishmemi_check_ready("ishmem_quiet");
    ishmemi_access->quiet();
}
