/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See guard_objects.h.  Objects are in one array, sorted by offset, under a lock that many readers
 * share.  A freed object stays until another one takes its place.
 */
#include "memory/guard_objects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap_object {
    uint64_t offset;
    size_t bytes;
    bool freed;
} heap_object_t;

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
/* Guarded by the lock. */
static heap_object_t *objects;
static size_t count, room;

/* The index of the first object that begins after the offset. */
static size_t position(uint64_t offset)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (objects[middle].offset <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Removes freed objects that overlap the bytes, and the object that begins with them. */
static void take_out(uint64_t offset, size_t bytes)
{
    size_t first = position(offset);
    while (first > 0 && objects[first - 1].offset + objects[first - 1].bytes > offset) {
        first--;
    }
    size_t end = first;
    while (end < count && objects[end].offset < offset + bytes) {
        end++;
    }
    memmove(&objects[first], &objects[end], (count - end) * sizeof(*objects));
    count -= end - first;
}

static bool make_room(void)
{
    if (count < room) {
        return true;
    }
    const size_t more = room == 0 ? 64 : 2 * room;
    heap_object_t *larger = realloc(objects, more * sizeof(*objects));
    if (larger) {
        objects = larger;
        room = more;
    }
    return larger;
}

static void set_object(uint64_t offset, size_t bytes)
{
    pthread_rwlock_wrlock(&lock);
    take_out(offset, bytes);
    const bool fits = make_room();
    if (fits) {
        const size_t at = position(offset);
        memmove(&objects[at + 1], &objects[at], (count - at) * sizeof(*objects));
        objects[at] = (heap_object_t){.offset = offset, .bytes = bytes};
        count++;
    }
    zed_guard_changed();
    pthread_rwlock_unlock(&lock);
    if (!fits) {
        zed_guard_end_heaps(); /* better to know nothing than to report something wrong */
    }
}

static void remove_object(uint64_t offset)
{
    pthread_rwlock_wrlock(&lock);
    const size_t behind = position(offset);
    if (behind > 0 && objects[behind - 1].offset == offset) {
        objects[behind - 1].freed = true;
    }
    zed_guard_changed();
    pthread_rwlock_unlock(&lock);
}

static void add_heap(const void *start, size_t bytes)
{
    (void)zed_guard_set_heap(start, bytes);
}

static void clear(void)
{
    zed_guard_end_heaps();
    pthread_rwlock_wrlock(&lock);
    count = 0;
    pthread_rwlock_unlock(&lock);
}

const ze_cpu_heap_objects_t *zed_guard_objects(void)
{
    static const ze_cpu_heap_objects_t calls = {.add_heap = add_heap,
                                                .set_object = set_object,
                                                .remove_object = remove_object,
                                                .clear = clear};
    return zed_guard_is_on() ? &calls : NULL;
}

static void narrow(zed_zone_t *zone, uintptr_t address)
{
    pthread_rwlock_rdlock(&lock);
    const size_t behind = position(address - zone->heap);
    const size_t at = behind == 0 ? 0 : behind - 1;
    if (at < count) {
        zone->begin = behind == 0 ? zone->heap : zone->heap + objects[at].offset;
        zone->end = zone->heap + (behind < count ? objects[behind].offset : zone->heap_bytes);
        zone->base = zone->heap + objects[at].offset;
        zone->bytes = objects[at].bytes;
        zone->freed = objects[at].freed;
        zone->is_object = true;
    }
    pthread_rwlock_unlock(&lock);
}

bool zed_guard_find_object(uintptr_t address, zed_zone_t *zone)
{
    if (!zed_guard_find(address, zone)) {
        return false;
    }
    if (!zone->freed && address - zone->heap < zone->heap_bytes) {
        narrow(zone, address);
    }
    return true;
}
