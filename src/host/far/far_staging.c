/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See far_staging.h.  What the copies need is made at the first of them.  If that fails, copies block.
 */
#include "far_staging.h"

#include "access.h"
#include "access_static.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "tile_queues.h"
#include "ze_error.h"
#include <string.h>

/* More than the tile's engines work on at a time.  The next copy then blocks. */
#define COPIES 32

typedef struct copying {
    struct copying *next; /* idle */
    ze_event_handle_t ended;
} copying_t;

static struct {
    ze_command_list_handle_t list;
    ze_event_pool_handle_t pool;
    copying_t all[COPIES];
    copying_t *idle;
    bool is_open;
    bool is_useless; /* it could not be made */
} staging;

static bool succeeded(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_debug("data of other hosts is copied in turns: %s failed: 0x%x, %s", call,
                      (unsigned)result, ishmemi_ze_error(result));
    }
    return result == ZE_RESULT_SUCCESS;
}

static bool make_list(void)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .ordinal = ishmemi_tile_queues_beside_kernels(),
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    return succeeded(
        zeCommandListCreateImmediate(ishmemi_job.context, ishmemi_job.device, &desc, &staging.list),
        "zeCommandListCreateImmediate");
}

static bool make_events(void)
{
    const ze_event_pool_desc_t pool = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                       .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                       .count = COPIES};
    bool made = succeeded(zeEventPoolCreate(ishmemi_job.context, &pool, 0, NULL, &staging.pool),
                          "zeEventPoolCreate");
    for (uint32_t i = 0; i < COPIES && made; i++) {
        const ze_event_desc_t event = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                       .index = i,
                                       .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                       .wait = ZE_EVENT_SCOPE_FLAG_HOST};
        made =
            succeeded(zeEventCreate(staging.pool, &event, &staging.all[i].ended), "zeEventCreate");
        staging.all[i].next = staging.idle;
        staging.idle = &staging.all[i];
    }
    return made;
}

static void destroy(void)
{
    if (staging.list) {
        zeCommandListDestroy(staging.list);
    }
    for (int i = 0; i < COPIES; i++) {
        if (staging.all[i].ended) {
            zeEventDestroy(staging.all[i].ended);
        }
    }
    if (staging.pool) {
        zeEventPoolDestroy(staging.pool);
    }
    memset(&staging, 0, sizeof staging);
}

static bool open(void)
{
    if (staging.is_open || staging.is_useless) {
        return staging.is_open;
    }
    staging.is_open = make_list() && make_events();
    if (!staging.is_open) {
        destroy();
        staging.is_useless = true;
    }
    return staging.is_open;
}

void *ishmemi_far_staging_allocate(size_t bytes)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    return succeeded(zeMemAllocHost(ishmemi_job.context, &desc, bytes, 64, &memory),
                     "zeMemAllocHost")
               ? memory
               : NULL;
}

void ishmemi_far_staging_release(void *memory)
{
    zeMemFree(ishmemi_job.context, memory);
}

void *ishmemi_far_staging_copy(void *destination, const void *source, size_t bytes)
{
    if (ishmemi_static_copy(destination, source, bytes, ishmemi_access->copy)) {
        return NULL;
    }
    if (!open() || !staging.idle) {
        ishmemi_access->copy(destination, source, bytes);
        return NULL;
    }
    copying_t *const copying = staging.idle;
    staging.idle = copying->next;
    const ze_result_t result = zeCommandListAppendMemoryCopy(staging.list, destination, source,
                                                             bytes, copying->ended, 0, NULL);
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("%zu bytes of another host's data cannot be copied from %p to %p: 0x%x, %s",
                      bytes, source, destination, (unsigned)result, ishmemi_ze_error(result));
    }
    return copying;
}

bool ishmemi_far_staging_has_copied(void *memory)
{
    copying_t *const copying = memory;
    const ze_result_t result = zeEventQueryStatus(copying->ended);
    if (result == ZE_RESULT_NOT_READY) {
        return false;
    }
    if (result != ZE_RESULT_SUCCESS || zeEventHostReset(copying->ended) != ZE_RESULT_SUCCESS) {
        ishmemi_fatal("a copy of another host's data failed: 0x%x, %s", (unsigned)result,
                      ishmemi_ze_error(result));
    }
    copying->next = staging.idle;
    staging.idle = copying;
    return true;
}

void ishmemi_far_staging_close(void)
{
    destroy();
}
