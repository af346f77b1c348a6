/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which PEs are far, and the transport to them.
 */
#include "far_peers.h"

const ishmemi_transport_t *ishmemi_far;

size_t ishmemi_far_count(void)
{
    size_t count = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        count += ishmemi_far_is(pe);
    }
    return count;
}
