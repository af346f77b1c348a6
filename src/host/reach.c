/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See reach.h.
 */
#include "reach.h"

ishmemi_reach_t ishmemi_reach;

void ishmemi_reach_open(void)
{
    ishmemi_reach = (ishmemi_reach_t){
        .first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES,
        .bytes = ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES,
        .delta = ishmemi_job.delta,
        .n_pes = ishmemi_job.heap_host_mapped ? (unsigned)ishmemi_job.n_pes : 0,
    };
}

void ishmemi_reach_close(void)
{
    ishmemi_reach = (ishmemi_reach_t){0};
}
