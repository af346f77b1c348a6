/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads and stores of this PE's head.
 */
#include "head.h"

#include "job.h"
#include "log.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ze_command_list_handle_t list; /* NULL where the host loads and stores */
/* Host memory that the tile knows, for the length of a copy. */
#define BLOCK_BYTES sizeof(ishmemi_mail_t)
static void *block;

/* A group that only copies is not behind kernels; every device has one that runs kernels. */
uint32_t ishmemi_head_copy_group(void)
{
    enum { MOST = 16 };
    ze_command_queue_group_properties_t groups[MOST];
    for (int i = 0; i < MOST; i++) {
        groups[i] = (ze_command_queue_group_properties_t){
            .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES};
    }
    uint32_t count = MOST;
    uint32_t found = 0;
    if (zeDeviceGetCommandQueueGroupProperties(ishmemi_job.device, &count, groups) !=
        ZE_RESULT_SUCCESS) {
        return found;
    }
    for (uint32_t i = 0; i < count && i < MOST; i++) {
        const ze_command_queue_group_property_flags_t flags = groups[i].flags;
        if ((flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY) &&
            !(flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE)) {
            return i;
        }
        if (flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) {
            found = i;
        }
    }
    return found;
}

static bool succeeded(ze_result_t result, const char *call)
{
    if (result == ZE_RESULT_SUCCESS) {
        return true;
    }
    ishmemi_error("%s failed: 0x%x, %s", call, (unsigned)result, ishmemi_ze_error(result));
    return false;
}

int ishmemi_head_open(void)
{
    if (ishmemi_job.heap_host_mapped) {
        return 0;
    }
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .ordinal = ishmemi_head_copy_group(),
                                                .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    if (!succeeded(zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device,
                                                &queue_desc, &list),
                   "zeCommandListCreateImmediate")) {
        list = NULL;
        return -1;
    }
    if (!succeeded(zeMemAllocHost(ishmemi_job.context, &host_desc, BLOCK_BYTES, 64, &block),
                   "zeMemAllocHost")) {
        block = NULL;
        ishmemi_head_close();
        return -1;
    }
    return 0;
}

void ishmemi_head_close(void)
{
    if (list) {
        zeCommandListDestroy(list);
        list = NULL;
    }
    if (block) {
        zeMemFree(ishmemi_job.context, block);
        block = NULL;
    }
}

static void copy(void *destination, const void *source, size_t bytes)
{
    const ze_result_t result =
        zeCommandListAppendMemoryCopy(list, destination, source, bytes, NULL, 0, NULL);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("the tile no longer answers: a copy of %zu bytes failed: 0x%x, %s", bytes,
                      (unsigned)result, ishmemi_ze_error(result));
    }
}

void ishmemi_head_load_block(void *destination, const void *source, size_t bytes)
{
    if (!list) {
        memcpy(destination, source, bytes);
        return;
    }
    pthread_mutex_lock(&mutex);
    /* A device that is only simulated copies nothing. */
    memset(block, 0, bytes);
    copy(block, source, bytes);
    memcpy(destination, block, bytes);
    pthread_mutex_unlock(&mutex);
}

uint64_t ishmemi_head_load(const uint64_t *word)
{
    if (!list) {
        return __atomic_load_n(word, __ATOMIC_ACQUIRE);
    }
    uint64_t value;
    ishmemi_head_load_block(&value, word, sizeof value);
    return value;
}

void ishmemi_head_store(uint64_t *word, uint64_t value)
{
    if (!list) {
        __atomic_store_n(word, value, __ATOMIC_RELEASE);
        return;
    }
    pthread_mutex_lock(&mutex);
    memcpy(block, &value, sizeof value);
    copy(word, block, sizeof value);
    pthread_mutex_unlock(&mutex);
}
