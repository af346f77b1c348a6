/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which heaps are mapped, and where.
 */
#include "mapping.h"

#include "allocate.h"
#include "job.h"
#include <stdlib.h>

static int64_t *delta; /* [n_pes] ishmemi_job.delta */

void ishmemi_mapping_open(void)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    delta = ishmemi_allocate("the mappings of the heaps", pes, sizeof *delta);
    for (size_t pe = 0; pe < pes; pe++) {
        delta[pe] = ISHMEMI_UNREACHABLE;
    }
    delta[ishmemi_job.my_pe] = 0;
    ishmemi_job.delta = delta;
}

void ishmemi_mapping_close(void)
{
    ishmemi_mapping_close_peers();
    free(delta);
    delta = NULL;
    ishmemi_job.delta = NULL;
}

void ishmemi_mapping_set(int pe, const void *mapping)
{
    delta[pe] = (int64_t)((uintptr_t)mapping - (uintptr_t)ishmemi_job.heap);
}

void ishmemi_mapping_close_peer(int pe)
{
    if (pe != ishmemi_job.my_pe && delta[pe] != ISHMEMI_UNREACHABLE) {
        zeMemCloseIpcHandle(ishmemi_job.context, ishmemi_peer_address(ishmemi_job.heap, pe));
        delta[pe] = ISHMEMI_UNREACHABLE;
    }
}

void ishmemi_mapping_close_peers(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        ishmemi_mapping_close_peer(pe);
    }
}
