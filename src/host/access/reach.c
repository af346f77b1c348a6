/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * When the short way is open: see reach.h.
 */
#include "reach.h"

#include "env.h"
#include "observe.h"
#include "spin.h"

ishmemi_reach_t ishmemi_reach;

void ishmemi_reach_open(void)
{
    /* Only the long way knows the objects of the heap, drives the transport and is observed. */
    const bool is_short = ishmemi_job.heap_host_mapped &&
                          ishmemi_env.checks != ISHMEMI_CHECKS_KERNELS && !ishmemi_spin_drives &&
                          !ishmemi_is_observed();
    ishmemi_reach.first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES;
    ishmemi_reach.bytes = ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES;
    ishmemi_reach.delta = ishmemi_job.delta;
    __atomic_store_n(&ishmemi_reach.n_pes, is_short ? (unsigned)ishmemi_job.n_pes : 0,
                     __ATOMIC_RELAXED);
}

void ishmemi_reach_close(void)
{
    ishmemi_reach = (ishmemi_reach_t){0};
}
