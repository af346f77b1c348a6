/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"

#include "level_zero.h"

static ze_command_list_handle_t list;

void memory_start(void)
{
    list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
}

void memory_stop(void)
{
    require_ze(zeCommandListDestroy(list), "zeCommandListDestroy");
}

void memory_read(void *host, const void *heap, size_t bytes)
{
    require_ze(zeCommandListAppendMemoryCopy(list, host, heap, bytes, NULL, 0, NULL),
               "zeCommandListAppendMemoryCopy");
}

void memory_write(void *heap, const void *host, size_t bytes)
{
    require_ze(zeCommandListAppendMemoryCopy(list, heap, host, bytes, NULL, 0, NULL),
               "zeCommandListAppendMemoryCopy");
}

void memory_fill(void *heap, unsigned char value, size_t bytes)
{
    require_ze(zeCommandListAppendMemoryFill(list, heap, &value, 1, bytes, NULL, 0, NULL),
               "zeCommandListAppendMemoryFill");
}

void *memory_allocate_shared(size_t bytes)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    require_ze(zeMemAllocHost(ishmemx_ze_context(), &desc, bytes, 64, &memory), "zeMemAllocHost");
    return memory;
}

void memory_free_shared(void *memory)
{
    require_ze(zeMemFree(ishmemx_ze_context(), memory), "zeMemFree");
}
