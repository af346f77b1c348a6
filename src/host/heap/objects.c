/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word     written by                               read by       ordering
 * open     ishmemi_objects_open() and _close()      any thread    plain: no other call runs then
 * index    threads that allocate or free            any thread    under the read-write lock
 *
 * The lock is held only for look-ups and changes.  The lock of api/memory.c cannot serve: a thread
 * holds that one while it waits for other PEs, which may wait for data that another thread puts.
 */
#include "objects.h"

#include "allocator.h"
#include "fatal.h"
#include "object_index.h"
#include "object_table.h"
#include "util/align.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#define GRAIN ISHMEMI_ALLOCATOR_GRAIN

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static bool open;
static ishmemi_object_index_t objects;

int ishmemi_objects_open(uint64_t table)
{
    open = table != 0;
    return open ? ishmemi_object_table_open(table) : 0;
}

void ishmemi_objects_close(void)
{
    if (open) {
        ishmemi_object_table_close();
        ishmemi_object_index_close(&objects);
        open = false;
    }
}

/* ---- Changes --------------------------------------------------------------------------------- */

static void require_host_memory(const char *routine, bool had)
{
    if (!had) {
        ishmemi_fatal("%s: no host memory for the symmetric heap's records", routine);
    }
}

void ishmemi_objects_add(const char *routine, const void *object, size_t bytes)
{
    if (!open) {
        return;
    }
    size_t position = 0;
    pthread_rwlock_wrlock(&lock);
    const bool added = ishmemi_object_index_add(&objects, (uintptr_t)object, bytes, &position);
    pthread_rwlock_unlock(&lock);
    require_host_memory(routine, added);
    ishmemi_object_table_changed(position);
}

void ishmemi_objects_resize(const char *routine, const void *object, size_t bytes)
{
    if (!open) {
        return;
    }
    size_t position = 0;
    pthread_rwlock_wrlock(&lock);
    const bool resized = ishmemi_object_index_resize(&objects, (uintptr_t)object, bytes, &position);
    pthread_rwlock_unlock(&lock);
    require_host_memory(routine, resized);
    ishmemi_object_table_changed(position);
}

void ishmemi_objects_remove(const void *object)
{
    if (!open) {
        return;
    }
    size_t position = 0;
    pthread_rwlock_wrlock(&lock);
    ishmemi_object_index_remove(&objects, (uintptr_t)object, &position);
    pthread_rwlock_unlock(&lock);
    ishmemi_object_table_changed(position);
}

void ishmemi_objects_publish(const char *routine)
{
    /* No thread changes the index meanwhile, so this reads it without the lock. */
    if (open && ishmemi_object_table_publish(&objects.live) != 0) {
        ishmemi_fatal("%s: the table of the symmetric heap's objects cannot be passed to kernels",
                      routine);
    }
}

/* ---- Look-ups -------------------------------------------------------------------------------- */

static bool was_used(uint64_t address)
{
    pthread_rwlock_rdlock(&lock);
    const bool used = ishmemi_object_index_was_used(&objects, address);
    pthread_rwlock_unlock(&lock);
    return used;
}

void ishmemi_objects_describe(uint64_t start, uint64_t bytes, uint64_t object_start,
                              uint64_t object_bytes, char *text, size_t text_bytes)
{
    const uint64_t past = start - object_start;
    char object[96] = "";
    if (object_bytes > 0) {
        snprintf(object, sizeof object, "the object of %" PRIu64 " bytes at 0x%" PRIx64,
                 object_bytes, object_start);
    }
    if (object_bytes > 0 && past < object_bytes) {
        snprintf(text, text_bytes, "reaches %" PRIu64 " bytes past the end of %s",
                 bytes - (object_bytes - past), object);
    } else if (object_bytes > 0 && past < ishmemi_align_up(object_bytes, GRAIN)) {
        snprintf(text, text_bytes, "starts %" PRIu64 " bytes past the end of %s",
                 past - object_bytes, object);
    } else {
        snprintf(text, text_bytes, "lies in %s%s%s",
                 was_used(start) ? "freed heap" : "heap that was never allocated",
                 object_bytes > 0 ? "; before it is " : "", object);
    }
}

bool ishmemi_objects_hold(const void *start, size_t bytes, char *text, size_t text_bytes)
{
    if (!open) {
        return true;
    }
    const uint64_t address = (uintptr_t)start;
    pthread_rwlock_rdlock(&lock);
    const ishmemi_object_t *const found = ishmemi_object_index_find(&objects, address);
    const ishmemi_object_t object = found ? *found : (ishmemi_object_t){0, 0};
    pthread_rwlock_unlock(&lock);
    const uint64_t past = address - object.start;
    if (past < object.bytes && bytes <= object.bytes - past) {
        return true;
    }
    ishmemi_objects_describe(address, bytes, object.start, object.bytes, text, text_bytes);
    return false;
}
