/* SPDX-License-Identifier: BSD-3-Clause */
#include "queue_caller.h"

#include "harness.h"
#include "level_zero.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

const char *const queue_mode_names[QUEUE_MODES] = {"an immediate list", "a recorded list"};

queue_t queue_own;
uint64_t *queue_result;

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
        queue->list = level_zero_list(context, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    } else {
        require_ze(zeCommandQueueCreate(context, device, &queue_desc, &queue->executor),
                   "zeCommandQueueCreate");
        require_ze(zeCommandListCreate(context, device, &list_desc, &queue->list),
                   "zeCommandListCreate");
    }
    queue->done = level_zero_event(context, &queue->pool);
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
    require_ze(zeCommandListDestroy(queue->list), "zeCommandListDestroy");
    if (queue->executor) {
        require_ze(zeCommandQueueDestroy(queue->executor), "zeCommandQueueDestroy");
    }
    require_ze(zeEventDestroy(queue->done), "zeEventDestroy");
    require_ze(zeEventPoolDestroy(queue->pool), "zeEventPoolDestroy");
}

void queue_close(const queue_t *queue)
{
    if (queue->mode == QUEUE_RECORDED) {
        require_ze(zeCommandListClose(queue->list), "zeCommandListClose");
    }
}

void queue_start(const queue_t *queue)
{
    ze_command_list_handle_t list = queue->list;
    if (queue->mode == QUEUE_RECORDED) {
        require_ze(zeCommandQueueExecuteCommandLists(queue->executor, 1, &list, NULL),
                   "zeCommandQueueExecuteCommandLists");
    }
}

void queue_wait(const queue_t *queue)
{
    require_ze(zeEventHostSynchronize(queue->done, UINT64_MAX), "zeEventHostSynchronize");
    require_ze(zeEventHostReset(queue->done), "zeEventHostReset");
    if (queue->mode == QUEUE_RECORDED) {
        require_ze(zeCommandQueueSynchronize(queue->executor, UINT64_MAX),
                   "zeCommandQueueSynchronize");
    }
}

void queue_reset(const queue_t *queue)
{
    if (queue->mode == QUEUE_RECORDED) {
        require_ze(zeCommandListReset(queue->list), "zeCommandListReset");
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
    const size_t step = test_every();
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
