/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selects one of the two ways to access heap memory.
 */
#include "access.h"

#include "job.h"
#include "spin.h"

const ishmemi_access_t *ishmemi_access;

int ishmemi_access_open(void)
{
    const ishmemi_access_t *const access =
        ishmemi_job.heap_host_mapped ? &ishmemi_access_mapped : &ishmemi_access_tile;
    if (access->open && access->open() != 0) {
        return -1;
    }
    ishmemi_access = access;
    ishmemi_spin_check = access->check_job;
    return 0;
}

void ishmemi_access_close(void)
{
    if (ishmemi_access && ishmemi_access->close) {
        ishmemi_access->close();
    }
    ishmemi_spin_check = NULL;
    ishmemi_access = NULL;
}
