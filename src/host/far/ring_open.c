/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes the ring.  If the host cannot store into device memory, the proxy fills the ring's counters and
 * returns results there with copies on a command list of its own, which no kernel delays.
 */
#include "ring_open.h"

#include "copy_list.h"
#include "far_peers.h"
#include "job.h"
#include "log.h"
#include "tile.h"
#include <string.h>

/* Only copies up to this size go through host memory that the driver knows. */
#define BLOCK_BYTES 256

static struct {
    bool open;
    ishmemi_ring_host_t ring;
    ishmemi_copy_list_t copies;
} state;

static void copy(void *destination, const void *source, size_t bytes)
{
    ishmemi_copy_list_store(&state.copies, destination, source, bytes);
}

int ishmemi_ring_start(void)
{
    if (ishmemi_far_count() == 0) {
        return 0;
    }
    const ishmemi_ring_request_t request = {.context = ishmemi_job.context,
                                            .device = ishmemi_job.device,
                                            .n_requests = ISHMEMI_RING_REQUESTS,
                                            .n_answers = ISHMEMI_RING_ANSWERS,
                                            .has_doorbell = ishmemi_tile_is_cpu(),
                                            .mapped = ishmemi_job.heap_host_mapped,
                                            .copy = copy,
                                            .log_error = ishmemi_error};
    if (ishmemi_copy_list_open(BLOCK_BYTES, &state.copies) != 0 ||
        ishmemi_ring_open(&request, &state.ring) != 0) {
        ishmemi_ring_end();
        return -1;
    }
    state.open = true;
    return 0;
}

void ishmemi_ring_end(void)
{
    if (state.open) {
        ishmemi_ring_close(&state.ring);
    }
    ishmemi_copy_list_close(&state.copies);
    memset(&state, 0, sizeof state);
}

ishmemi_ring_host_t *ishmemi_ring_get(void)
{
    return state.open ? &state.ring : NULL;
}
