/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One synchronous immediate command list for start-up and memory management.
 */
#include "tile_copy.h"

#include "job.h"
#include "log.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ze_command_list_handle_t list;

/* The first group that runs kernels: every device has one, and it copies, too. */
static int find_queue_group(uint32_t *ordinal)
{
    uint32_t count = 0;
    ze_result_t result = zeDeviceGetCommandQueueGroupProperties(ishmemi_job.device, &count, NULL);
    ze_command_queue_group_properties_t *const groups = calloc(count ? count : 1, sizeof *groups);
    if (!groups) {
        ishmemi_error("no host memory for the tile's queue groups");
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        groups[i].stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES;
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = zeDeviceGetCommandQueueGroupProperties(ishmemi_job.device, &count, groups);
    }
    uint32_t group = 0;
    while (group < count &&
           !(groups[group].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE)) {
        group++;
    }
    free(groups);
    if (result != ZE_RESULT_SUCCESS || group == count) {
        ishmemi_error("the tile has no queue that runs kernels (%s)", ishmemi_ze_error(result));
        return -1;
    }
    *ordinal = group;
    return 0;
}

int ishmemi_tile_copy_open(void)
{
    ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                    .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    if (find_queue_group(&desc.ordinal) != 0) {
        return -1;
    }
    const ze_result_t result =
        zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device, &desc, &list);
    if (result != ZE_RESULT_SUCCESS) {
        list = NULL;
        ishmemi_error("zeCommandListCreateImmediate failed: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    return 0;
}

void ishmemi_tile_copy_close(void)
{
    if (list) {
        zeCommandListDestroy(list);
        list = NULL;
    }
}

int ishmemi_tile_copy(void *destination, const void *source, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    const ze_result_t result =
        zeCommandListAppendMemoryCopy(list, destination, source, bytes, NULL, 0, NULL);
    pthread_mutex_unlock(&mutex);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("a copy of %zu bytes by the tile failed: 0x%x, %s", bytes, (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    return 0;
}

int ishmemi_tile_zero(void *destination, size_t bytes)
{
    static const unsigned char zero;
    pthread_mutex_lock(&mutex);
    const ze_result_t result =
        zeCommandListAppendMemoryFill(list, destination, &zero, 1, bytes, NULL, 0, NULL);
    pthread_mutex_unlock(&mutex);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("zeroing %zu bytes by the tile failed: 0x%x, %s", bytes, (unsigned)result,
                      ishmemi_ze_error(result));
        return -1;
    }
    return 0;
}

int ishmemi_tile_try_copy(void *destination, const void *source, size_t bytes)
{
    if (pthread_mutex_trylock(&mutex) != 0) {
        return -1;
    }
    const ze_result_t result =
        list ? zeCommandListAppendMemoryCopy(list, destination, source, bytes, NULL, 0, NULL)
             : ZE_RESULT_ERROR_UNINITIALIZED;
    pthread_mutex_unlock(&mutex);
    return result == ZE_RESULT_SUCCESS ? 0 : -1;
}
