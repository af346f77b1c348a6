/* SPDX-License-Identifier: BSD-3-Clause */
#include "queue_caller.h"

#include "harness.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

const char *const queue_mode_names[QUEUE_MODES] = {"an immediate list", "a recorded list"};

queue_t queue_own;
uint64_t *queue_result;

void queue_require(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        test_fatal("%s returned 0x%x", call, (unsigned)result);
    }
}

static void create_event(ze_context_handle_t context, queue_t *queue)
{
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                        .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    queue_require(zeEventPoolCreate(context, &pool_desc, 0, NULL, &queue->pool),
                  "zeEventPoolCreate");
    queue_require(zeEventCreate(queue->pool, &event_desc, &queue->done), "zeEventCreate");
}

static void create(queue_mode_t mode, ze_context_handle_t context, ze_command_list_flags_t flags,
                   queue_t *queue)
{
    const ze_device_handle_t device = ishmemx_ze_device();
    const ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                                .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_command_list_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
                                              .flags = flags};
    if (!context) {
        context = ishmemx_ze_context();
    }
    *queue = (queue_t){.mode = mode};
    if (mode == QUEUE_IMMEDIATE) {
        queue_require(zeCommandListCreateImmediate(context, device, &queue_desc, &queue->list),
                      "zeCommandListCreateImmediate");
    } else {
        queue_require(zeCommandQueueCreate(context, device, &queue_desc, &queue->executor),
                      "zeCommandQueueCreate");
        queue_require(zeCommandListCreate(context, device, &list_desc, &queue->list),
                      "zeCommandListCreate");
    }
    create_event(context, queue);
}

void queue_create(queue_mode_t mode, ze_context_handle_t context, queue_t *queue)
{
    create(mode, context, 0, queue);
}

void queue_create_relaxed(queue_t *queue)
{
    create(QUEUE_RECORDED, NULL, ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING, queue);
}

void queue_destroy(queue_t *queue)
{
    queue_require(zeCommandListDestroy(queue->list), "zeCommandListDestroy");
    if (queue->executor) {
        queue_require(zeCommandQueueDestroy(queue->executor), "zeCommandQueueDestroy");
    }
    queue_require(zeEventDestroy(queue->done), "zeEventDestroy");
    queue_require(zeEventPoolDestroy(queue->pool), "zeEventPoolDestroy");
}

void queue_close(const queue_t *queue)
{
    if (queue->mode == QUEUE_RECORDED) {
        queue_require(zeCommandListClose(queue->list), "zeCommandListClose");
    }
}

void queue_start(const queue_t *queue)
{
    ze_command_list_handle_t list = queue->list;
    if (queue->mode == QUEUE_RECORDED) {
        queue_require(zeCommandQueueExecuteCommandLists(queue->executor, 1, &list, NULL),
                      "zeCommandQueueExecuteCommandLists");
    }
}

void queue_wait(const queue_t *queue)
{
    queue_require(zeEventHostSynchronize(queue->done, UINT64_MAX), "zeEventHostSynchronize");
    queue_require(zeEventHostReset(queue->done), "zeEventHostReset");
    if (queue->mode == QUEUE_RECORDED) {
        queue_require(zeCommandQueueSynchronize(queue->executor, UINT64_MAX),
                      "zeCommandQueueSynchronize");
    }
}

void queue_reset(const queue_t *queue)
{
    if (queue->mode == QUEUE_RECORDED) {
        queue_require(zeCommandListReset(queue->list), "zeCommandListReset");
    }
}

void queue_run(int result, const char *routine)
{
    if (result != 0) {
        test_fatal("%s returned %d", routine, result);
    }
    queue_close(&queue_own);
    queue_start(&queue_own);
    queue_wait(&queue_own);
    queue_reset(&queue_own);
}

size_t queue_some_rows(void *table, size_t count, size_t row)
{
    const char *const every = getenv("TEST_EVERY");
    const size_t step = every ? (size_t)atoi(every) : 1;
    char *const rows = table;
    size_t chosen = 0;
    /* Which ones differ between numbers of PEs. */
    for (size_t i = (size_t)test_n % step; i < count; i += step) {
        memmove(rows + chosen++ * row, rows + i * row, row);
    }
    return chosen;
}

queue_mode_t queue_test_start(int argc, char **argv)
{
    const bool recorded = argc > 1 && strcmp(argv[1], "recorded") == 0;
    const queue_mode_t mode = recorded ? QUEUE_RECORDED : QUEUE_IMMEDIATE;
    test_start_threads();
    queue_create(mode, NULL, &queue_own);
    queue_result = memory_allocate_shared(sizeof *queue_result);
    return mode;
}

int queue_test_finish(void)
{
    memory_free_shared(queue_result);
    queue_destroy(&queue_own);
    return test_finish();
}
