/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sets the abort words of the job.
 */
#include "abort.h"

#include "job.h"
#include "tile_copy.h"
#include <stdint.h>

void ishmemi_abort_announce(int status)
{
    if (!ishmemi_job.initialized) {
        return;
    }
    const uint64_t word = (uint64_t)(unsigned)status + 1;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
            continue;
        }
        ishmemi_head_t *const head = ishmemi_peer_address(ishmemi_job.heap, pe);
        if (ishmemi_job.heap_host_mapped) {
            __atomic_store_n(&head->abort.value, word, __ATOMIC_RELAXED);
        } else if (ishmemi_tile_try_copy(&head->abort.value, &word, sizeof word) != 0) {
            return;
        }
    }
}
