/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One synchronous immediate command list for start-up and memory management.
 */
#include "tile_copy.h"

#include "job.h"
#include "log.h"
#include "tile_queues.h"
#include "ze_error.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ze_command_list_handle_t list;

int ishmemi_tile_copy_open(void)
{
    ishmemi_tile_queues_t queues;
    if (!ishmemi_tile_queues_find(&queues)) {
        return -1;
    }
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .ordinal = queues.group,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
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
