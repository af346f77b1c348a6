/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"

#include "harness.h"
#include "ishmemx.h"

static ze_command_list_handle_t list;

static void require(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        test_fatal("%s returned 0x%x", call, (unsigned)result);
    }
}

void memory_start(void)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    require(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list),
            "zeCommandListCreateImmediate");
}

void memory_stop(void)
{
    require(zeCommandListDestroy(list), "zeCommandListDestroy");
}

void memory_read(void *host, const void *heap, size_t bytes)
{
    require(zeCommandListAppendMemoryCopy(list, host, heap, bytes, NULL, 0, NULL),
            "zeCommandListAppendMemoryCopy");
}

void memory_write(void *heap, const void *host, size_t bytes)
{
    require(zeCommandListAppendMemoryCopy(list, heap, host, bytes, NULL, 0, NULL),
            "zeCommandListAppendMemoryCopy");
}

void memory_fill(void *heap, unsigned char value, size_t bytes)
{
    require(zeCommandListAppendMemoryFill(list, heap, &value, 1, bytes, NULL, 0, NULL),
            "zeCommandListAppendMemoryFill");
}

void *memory_allocate_shared(size_t bytes)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    require(zeMemAllocHost(ishmemx_ze_context(), &desc, bytes, 64, &memory), "zeMemAllocHost");
    return memory;
}

void memory_free_shared(void *memory)
{
    require(zeMemFree(ishmemx_ze_context(), memory), "zeMemFree");
}
