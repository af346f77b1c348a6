/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes, checks and recycles the objects behind handles. */
#include "object.h"

#include "error.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x7a65645f63707500)

/* No mapping of a process begins below this address. */
#define LOWEST_ADDRESS 4096

static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;
static zed_object *free_objects[ZED_KIND_COUNT];

static const char *const kind_names[ZED_KIND_COUNT] = {
    "driver",     "device", "context", "command queue", "command list", "fence",
    "event pool", "event",  "module",  "build log",     "kernel",
};

void zed_object_label(zed_object *object, zed_kind kind)
{
    atomic_store_explicit(&object->magic, MAGIC | (uint64_t)kind, memory_order_relaxed);
}

void *zed_object_new(zed_kind kind, size_t bytes)
{
    pthread_mutex_lock(&free_lock);
    zed_object *object = free_objects[kind];
    if (object != NULL) {
        free_objects[kind] = object->next_free;
    }
    pthread_mutex_unlock(&free_lock);

    if (object == NULL) {
        object = calloc(1, bytes);
        if (object == NULL) {
            return NULL;
        }
    } else {
        memset(object + 1, 0, bytes - sizeof *object);
    }
    zed_object_label(object, kind);
    return object;
}

void zed_object_delete(void *object, zed_kind kind)
{
    zed_object *header = object;
    atomic_store_explicit(&header->magic, 0, memory_order_relaxed);
    pthread_mutex_lock(&free_lock);
    header->next_free = free_objects[kind];
    free_objects[kind] = header;
    pthread_mutex_unlock(&free_lock);
}

ze_result_t zed_object_check(const void *handle, zed_kind kind)
{
    if (handle == NULL) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_NULL_HANDLE, "the %s handle is null",
                        kind_names[kind]);
    }
    uintptr_t address = (uintptr_t)handle;
    if (address >= LOWEST_ADDRESS && address % _Alignof(zed_object) == 0) {
        const zed_object *object = handle;
        if (atomic_load_explicit(&object->magic, memory_order_relaxed) ==
            (MAGIC | (uint64_t)kind)) {
            return ZE_RESULT_SUCCESS;
        }
    }
    return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "%p is not the handle of a living %s", handle,
                    kind_names[kind]);
}
