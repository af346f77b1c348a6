/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies between the host and the tile's memory: see copy_list.h.
 */
#include "copy_list.h"

#include "fatal.h"
#include "job.h"
#include "log.h"
#include "tile_queues.h"
#include "ze_error.h"
#include <string.h>

int ishmemi_copy_list_open(size_t block_bytes, ishmemi_copy_list_t *list)
{
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .ordinal = ishmemi_tile_queues_beside_kernels(),
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ishmemi_copy_list_t made = {.block_bytes = block_bytes};
    const char *call = "zeCommandListCreateImmediate";
    ze_result_t result = zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device,
                                                      &queue_desc, &made.list);
    if (result == ZE_RESULT_SUCCESS) {
        call = "zeMemAllocHost";
        result = zeMemAllocHost(ishmemi_job.context, &host_desc, block_bytes, 64, &made.block);
        if (result != ZE_RESULT_SUCCESS) {
            zeCommandListDestroy(made.list);
        }
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("cannot copy while the tile's kernels run: %s failed: 0x%x, %s", call,
                      (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    *list = made;
    return 0;
}

void ishmemi_copy_list_close(ishmemi_copy_list_t *list)
{
    if (list->list) {
        zeCommandListDestroy(list->list);
        zeMemFree(ishmemi_job.context, list->block);
    }
    *list = (ishmemi_copy_list_t){0};
}

static void copy(const ishmemi_copy_list_t *list, void *destination, const void *source,
                 size_t bytes)
{
    const ze_result_t result =
        zeCommandListAppendMemoryCopy(list->list, destination, source, bytes, NULL, 0, NULL);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("the tile no longer answers: a copy of %zu bytes failed: 0x%x, %s", bytes,
                      (unsigned)result, ishmemi_ze_error(result));
    }
}

void ishmemi_copy_list_load(const ishmemi_copy_list_t *list, void *destination, const void *source,
                            size_t bytes)
{
    /* A simulated device copies nothing. */
    memset(list->block, 0, bytes);
    copy(list, list->block, source, bytes);
    memcpy(destination, list->block, bytes);
}

void ishmemi_copy_list_store(const ishmemi_copy_list_t *list, void *destination, const void *source,
                             size_t bytes)
{
    if (bytes <= list->block_bytes) {
        source = memcpy(list->block, source, bytes);
    }
    copy(list, destination, source, bytes);
}
