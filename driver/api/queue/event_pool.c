/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Event pools.  A pool is a header and its slots.  The slots of an IPC pool lie in memory of the
 * engine, which other processes map.  The header is written once, before the pool's handle exists,
 * and a process that opens the pool checks it.
 */
#include "entries.h"
#include "event_object.h"
#include "ze_context.h"

#include <stdlib.h>
#include <string.h>

#define POOL_MAGIC UINT64_C(0x7a65645f706f6f6c)

typedef struct pool_header {
    _Alignas(64) uint64_t magic;
    uint32_t count;
    ze_event_pool_flags_t flags;
} pool_header_t;

_Static_assert(sizeof(ze_ipc_event_pool_handle_t) == sizeof(ze_ipc_mem_handle_t),
               "one kind of handle carries the other");

static void release_pool(void *object)
{
    zed_event_pool_t *pool = object;
    if (pool->memory) {
        zed_driver_engine()->memory_free(pool->memory);
    } else {
        free(pool->storage);
    }
    zed_object_drop(pool->context);
}

/* Commands use a pool only through its events, which keep it alive. */
static const zed_class_t pool_class = {
    .kind = ZED_KIND_EVENT_POOL,
    .bytes = sizeof(zed_event_pool_t),
    .release = release_pool,
};

static bool is_shared(const zed_event_pool_t *pool)
{
    return (pool->flags & ZE_EVENT_POOL_FLAG_IPC) != 0;
}

static size_t pool_bytes(uint32_t count)
{
    return sizeof(pool_header_t) + (size_t)count * sizeof(zed_event_slot_t);
}

/* The pool's memory comes from the engine if other processes or the device must see it. */
static ze_result_t obtain_storage(zed_event_pool_t *pool)
{
    size_t bytes = pool_bytes(pool->count);
    if (is_shared(pool) || zed_driver_engine()->queues) {
        ze_result_t result = zed_driver_engine()->memory_alloc(
            ZED_MEMORY_HOST, 0, bytes, _Alignof(pool_header_t), &pool->memory);
        if (result != ZE_RESULT_SUCCESS) {
            return zed_fail(result, "cannot allocate %zu bytes for an event pool", bytes);
        }
        pool->storage = pool->memory->base;
    } else {
        pool->storage = aligned_alloc(_Alignof(pool_header_t), bytes);
        if (!pool->storage) {
            return zed_fail_memory();
        }
    }
    memset(pool->storage, 0, bytes);
    *(pool_header_t *)pool->storage =
        (pool_header_t){.magic = POOL_MAGIC, .count = pool->count, .flags = pool->flags};
    return ZE_RESULT_SUCCESS;
}

static ze_event_pool_handle_t finish_pool(zed_event_pool_t *pool,
                                          ze_context_handle_t context_handle)
{
    pool->slots = (zed_event_slot_t *)(void *)((char *)pool->storage + sizeof(pool_header_t));
    pool->context = zed_object_keep(context_handle);
    return (ze_event_pool_handle_t)pool;
}

static ze_result_t check_flags(ze_event_pool_flags_t flags)
{
    const ze_event_pool_flags_t stamps =
        ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP | ZED_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP;

    if ((flags & ~(ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC | stamps)) != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "event pool flags 0x%x are unknown",
                        flags);
    }
    if ((flags & stamps) == stamps) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION,
                        "an event pool has timestamps or mapped timestamps, not both");
    }
    return ZE_RESULT_SUCCESS;
}

/* Whether the pool is for counter-based events. */
static ze_result_t check_counting(const ze_event_pool_desc_t *desc, bool *counts)
{
    *counts = zed_extension(desc->pNext, ZED_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL) != NULL;
    if (*counts && (zed_driver_engine()->queues || (desc->flags & ZE_EVENT_POOL_FLAG_IPC) != 0)) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                        "counter-based events are for the CPU driver and for one process");
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_pool_create(ze_context_handle_t context_handle,
                                  const ze_event_pool_desc_t *desc, uint32_t device_count,
                                  ze_device_handle_t *devices, ze_event_pool_handle_t *pool_handle)
{
    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !pool_handle) {
        return zed_fail_null(!desc ? "desc" : "phEventPool");
    }
    bool counts = false;
    result = check_flags(desc->flags);
    if (result == ZE_RESULT_SUCCESS) {
        result = check_counting(desc, &counts);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (desc->count == 0 || (device_count > 0 && !devices)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                        "the event pool has no events, or its list of devices is null");
    }
    for (uint32_t i = 0; i < device_count; i++) {
        result = zed_object_check(devices[i], ZED_KIND_DEVICE);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
    }
    zed_event_pool_t *pool = zed_object_new(&pool_class);
    if (!pool) {
        return zed_fail_memory();
    }
    pool->flags = desc->flags;
    pool->count = desc->count;
    pool->counts = counts;
    result = obtain_storage(pool);
    if (result != ZE_RESULT_SUCCESS) {
        zed_object_abandon(pool);
        return result;
    }
    *pool_handle = finish_pool(pool, context_handle);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t destroy_pool(ze_event_pool_handle_t pool_handle, bool opened)
{
    ze_result_t result = zed_object_check(pool_handle, ZED_KIND_EVENT_POOL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_event_pool_t *pool = (const zed_event_pool_t *)pool_handle;
    if (pool->opened != opened) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the event pool was %s",
                        opened ? "created here: destroy it instead of closing it"
                               : "opened from an IPC handle: close it instead of destroying it");
    }
    return zed_object_retire(pool_handle, ZED_KIND_EVENT_POOL);
}

ze_result_t zed_event_pool_destroy(ze_event_pool_handle_t pool_handle)
{
    return destroy_pool(pool_handle, false);
}

ze_result_t zed_event_pool_close_ipc_handle(ze_event_pool_handle_t pool_handle)
{
    return destroy_pool(pool_handle, true);
}

ze_result_t zed_event_pool_get_ipc_handle(ze_event_pool_handle_t pool_handle,
                                          ze_ipc_event_pool_handle_t *ipc)
{
    ze_result_t result = zed_object_check_with(pool_handle, ZED_KIND_EVENT_POOL, ipc, "phIpc");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_event_pool_t *pool = (const zed_event_pool_t *)pool_handle;
    if (!is_shared(pool)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "the event pool was created without the IPC flag");
    }
    ze_ipc_mem_handle_t handle;
    result = zed_driver_engine()->memory_export(pool->memory, &handle);
    if (result == ZE_RESULT_SUCCESS) {
        memcpy(ipc, &handle, sizeof handle);
    }
    return result;
}

ze_result_t zed_event_pool_put_ipc_handle(ze_context_handle_t context_handle,
                                          ze_ipc_event_pool_handle_t ipc)
{
    (void)ipc;
    return zed_object_check(context_handle, ZED_KIND_CONTEXT);
}

ze_result_t zed_event_pool_open_ipc_handle(ze_context_handle_t context_handle,
                                           ze_ipc_event_pool_handle_t ipc,
                                           ze_event_pool_handle_t *pool_handle)
{
    ze_result_t result =
        zed_object_check_with(context_handle, ZED_KIND_CONTEXT, pool_handle, "phEventPool");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    ze_ipc_mem_handle_t handle;
    zed_memory_t *memory;
    memcpy(&handle, &ipc, sizeof handle);
    result = zed_driver_engine()->memory_import(&handle, 0, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "the IPC handle does not describe memory that can be mapped");
    }
    /* A copy, because the other process can still write to it. */
    pool_header_t header = {0};
    if (memory->bytes >= sizeof header) {
        header = *(const pool_header_t *)memory->base;
    }
    zed_event_pool_t *pool = NULL;
    if (header.magic != POOL_MAGIC || header.count == 0 ||
        pool_bytes(header.count) > memory->bytes) {
        result = zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                          "the IPC handle does not belong to an event pool");
    } else {
        pool = zed_object_new(&pool_class);
        result = !pool ? zed_fail_memory() : ZE_RESULT_SUCCESS;
    }
    if (result != ZE_RESULT_SUCCESS) {
        zed_driver_engine()->memory_free(memory);
        return result;
    }
    pool->flags = header.flags;
    pool->count = header.count;
    pool->opened = true;
    pool->memory = memory;
    pool->storage = memory->base;
    *pool_handle = finish_pool(pool, context_handle);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_pool_get_context_handle(ze_event_pool_handle_t pool_handle,
                                              ze_context_handle_t *context)
{
    ze_result_t result =
        zed_object_check_with(pool_handle, ZED_KIND_EVENT_POOL, context, "phContext");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *context = (ze_context_handle_t)((zed_event_pool_t *)pool_handle)->context;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_event_pool_get_flags(ze_event_pool_handle_t pool_handle,
                                     ze_event_pool_flags_t *flags)
{
    ze_result_t result = zed_object_check_with(pool_handle, ZED_KIND_EVENT_POOL, flags, "pFlags");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *flags = ((zed_event_pool_t *)pool_handle)->flags;
    return ZE_RESULT_SUCCESS;
}
