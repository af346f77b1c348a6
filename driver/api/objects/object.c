/* SPDX-License-Identifier: BSD-3-Clause */
/* Creates, checks, releases and reuses the objects behind handles. */
#include "object.h"

#include "error.h"
#include "machine/sanitizer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x7a65645f63707500)

/* No mapping of a process begins below this address. */
#define LOWEST_ADDRESS 4096

/* Without this, AddressSanitizer treats a released object as live memory. */
#if defined(ZED_ASAN)
#define HIDE(memory, bytes) __asan_poison_memory_region(memory, bytes)
#define SHOW(memory, bytes) __asan_unpoison_memory_region(memory, bytes)
#else
#define HIDE(memory, bytes) ((void)0)
#define SHOW(memory, bytes) ((void)0)
#endif

/* Both are guarded by pool_lock. */
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static zed_object_t *free_objects[ZED_KIND_COUNT];
static size_t counts[ZED_KIND_COUNT];

static const char *const kind_names[ZED_KIND_COUNT] = {
    "driver",     "device", "context", "command queue", "command list", "fence",
    "event pool", "event",  "module",  "build log",     "kernel",
};

void zed_object_label(zed_object_t *object, zed_kind_t kind)
{
    atomic_store_explicit(&object->magic, MAGIC | (uint64_t)kind, memory_order_relaxed);
}

static zed_object_t *take(zed_kind_t kind)
{
    pthread_mutex_lock(&pool_lock);
    zed_object_t *object = free_objects[kind];
    if (object) {
        free_objects[kind] = object->next_free;
        counts[kind]++;
    }
    pthread_mutex_unlock(&pool_lock);
    return object;
}

static zed_object_t *make(const zed_class_t *class)
{
    zed_object_t *object = calloc(1, class->bytes);
    if (object) {
        object->class = class;
        pthread_mutex_lock(&pool_lock);
        counts[class->kind]++;
        pthread_mutex_unlock(&pool_lock);
    }
    return object;
}

void *zed_object_new(const zed_class_t *class)
{
    zed_object_t *object = take(class->kind);
    if (object) {
        SHOW(object + 1, class->bytes - sizeof *object);
        memset(object + 1, 0, class->bytes - sizeof *object);
    } else {
        object = make(class);
        if (!object) {
            return NULL;
        }
    }
    atomic_store_explicit(&object->references, 1, memory_order_relaxed);
    zed_object_label(object, class->kind);
    return object;
}

static void release(zed_object_t *object)
{
    const zed_class_t *class = object->class;
    if (class->release) {
        class->release(object);
    }
    HIDE(object + 1, class->bytes - sizeof *object);
    pthread_mutex_lock(&pool_lock);
    object->next_free = free_objects[class->kind];
    free_objects[class->kind] = object;
    counts[class->kind]--;
    pthread_mutex_unlock(&pool_lock);
}

static void release_deferred(zed_deferred_t *deferred)
{
    release((zed_object_t *)(void *)((char *)deferred - offsetof(zed_object_t, deferred)));
}

void *zed_object_keep(void *object)
{
    atomic_fetch_add_explicit(&((zed_object_t *)object)->references, 1, memory_order_relaxed);
    return object;
}

void zed_object_drop(void *object)
{
    zed_object_t *header = object;
    if (!header || atomic_fetch_sub_explicit(&header->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    if (header->class->in_commands) {
        zed_deferred_release(&header->deferred, release_deferred);
    } else {
        release(header);
    }
}

void zed_object_abandon(void *object)
{
    atomic_store_explicit(&((zed_object_t *)object)->magic, 0, memory_order_relaxed);
    zed_object_drop(object);
}

static ze_result_t fail_stale(const void *handle, zed_kind_t kind)
{
    return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "%p is not the handle of a live %s", handle,
                    kind_names[kind]);
}

ze_result_t zed_object_check(const void *handle, zed_kind_t kind)
{
    if (!handle) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_NULL_HANDLE, "the %s handle is null",
                        kind_names[kind]);
    }
    uintptr_t address = (uintptr_t)handle;
    if (address >= LOWEST_ADDRESS && address % _Alignof(zed_object_t) == 0) {
        const zed_object_t *object = handle;
        if (atomic_load_explicit(&object->magic, memory_order_relaxed) ==
            (MAGIC | (uint64_t)kind)) {
            return ZE_RESULT_SUCCESS;
        }
    }
    return fail_stale(handle, kind);
}

ze_result_t zed_object_check_with(const void *handle, zed_kind_t kind, const void *argument,
                                  const char *name)
{
    ze_result_t result = zed_object_check(handle, kind);
    return result == ZE_RESULT_SUCCESS && !argument ? zed_fail_null(name) : result;
}

ze_result_t zed_object_retire(void *handle, zed_kind_t kind)
{
    ze_result_t result = zed_object_check(handle, kind);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    /* If two threads destroy the same object, which is wrong, only one drops the reference. */
    uint64_t living = MAGIC | (uint64_t)kind;
    if (!atomic_compare_exchange_strong_explicit(&((zed_object_t *)handle)->magic, &living, 0,
                                                 memory_order_relaxed, memory_order_relaxed)) {
        return fail_stale(handle, kind);
    }
    zed_object_drop(handle);
    return ZE_RESULT_SUCCESS;
}

size_t zed_object_count(zed_kind_t kind)
{
    pthread_mutex_lock(&pool_lock);
    size_t count = counts[kind];
    pthread_mutex_unlock(&pool_lock);
    return count;
}
