/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See reach.h.
 */
#include "reach.h"

#include "env.h"
#include "spin.h"

ishmemi_reach_t ishmemi_reach;

void ishmemi_reach_open(void)
{
    /* The objects of the heap are known to the long way alone, and only it drives the transport. */
    const bool is_short = ishmemi_job.heap_host_mapped &&
                          ishmemi_env.checks != ISHMEMI_CHECKS_KERNELS && !ishmemi_spin_drives;
    ishmemi_reach = (ishmemi_reach_t){
        .first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES,
        .bytes = ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES,
        .delta = ishmemi_job.delta,
        .n_pes = is_short ? (unsigned)ishmemi_job.n_pes : 0,
    };
}

void ishmemi_reach_close(void)
{
    ishmemi_reach = (ishmemi_reach_t){0};
}
