/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes the ring.  Where the host cannot store into device memory, the proxy tells kernels by
 * copies on a list of its own, which no kernel holds up.
 */
#include "ring_open.h"

#include "far.h"
#include "head.h"
#include "log.h"
#include "ze_error.h"
#include <string.h>

/* Copies of at most so many bytes go through host memory that the tile knows. */
#define BLOCK_BYTES 256

static struct {
    bool open;
    ishmemi_ring_host_t ring;
    ze_command_list_handle_t list;
    void *block;
} state;

static void copy(void *destination, const void *source, size_t bytes)
{
    if (bytes <= BLOCK_BYTES) {
        source = memcpy(state.block, source, bytes);
    }
    const ze_result_t result =
        zeCommandListAppendMemoryCopy(state.list, destination, source, bytes, NULL, 0, NULL);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("the tile no longer answers: a copy of %zu bytes failed: 0x%x, %s", bytes,
                      (unsigned)result, ishmemi_ze_error(result));
    }
}

static int open_copy(void)
{
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .ordinal = ishmemi_head_copy_group(),
                                           .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_host_mem_alloc_desc_t memory = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ze_result_t result = zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device,
                                                      &queue, &state.list);
    if (result == ZE_RESULT_SUCCESS) {
        result = zeMemAllocHost(ishmemi_job.context, &memory, BLOCK_BYTES, 64, &state.block);
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("no way to copy to the tile for the ring: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    return 0;
}

static bool has_far(void)
{
    int pe = 0;
    while (pe < ishmemi_job.n_pes && !ishmemi_far_is(pe)) {
        pe++;
    }
    return pe < ishmemi_job.n_pes;
}

int ishmemi_ring_start(void)
{
    if (!has_far()) {
        return 0;
    }
    const ishmemi_ring_request_t request = {.context = ishmemi_job.context,
                                            .device = ishmemi_job.device,
                                            .n_requests = ISHMEMI_RING_REQUESTS,
                                            .n_answers = ISHMEMI_RING_ANSWERS,
                                            .mapped = ishmemi_job.heap_host_mapped,
                                            .copy = copy,
                                            .log_error = ishmemi_error};
    if (open_copy() != 0 || ishmemi_ring_open(&request, &state.ring) != 0) {
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
    if (state.list) {
        zeCommandListDestroy(state.list);
    }
    if (state.block) {
        zeMemFree(ishmemi_job.context, state.block);
    }
    memset(&state, 0, sizeof state);
}

ishmemi_ring_host_t *ishmemi_ring_get(void)
{
    return state.open ? &state.ring : NULL;
}
