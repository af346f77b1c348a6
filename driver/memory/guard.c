/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See guard.h.  Zones are in one array, sorted by address, under a lock that many readers share.  A
 * thread keeps copies of the zones that it has looked up, which are valid while `version` does not
 * change.
 *
 * word       written by                         read by                        ordering
 * version    under the lock, when the array     threads, before they use a     release, acquire
 *            has changed                        copy
 */
#include "memory/guard.h"
#include "machine/settings.h"
#include "util/align.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GUARD_BYTES ((size_t)1 << 20)
#define FREED_MOST 4096                    /* zones of freed memory that are kept */
#define FREED_BYTES_MOST ((size_t)1 << 42) /* their address space */

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
/* Guarded by the lock. */
static zed_zone_t *zones;
static size_t count, room;
static uintptr_t *freed; /* a ring of the beginnings of freed zones, oldest first */
static size_t freed_first, freed_count, freed_bytes;

static _Atomic uint64_t version;

bool zed_guard_is_on(void)
{
    return zed_settings_get()->sanitize;
}

uint64_t zed_guard_version(void)
{
    return atomic_load_explicit(&version, memory_order_acquire);
}

static size_t page_round(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return ishmemi_align_up(bytes, page);
}

/* ---- Mappings ------------------------------------------------------------------------------- */

void *zed_guard_reserve(size_t bytes, size_t alignment)
{
    const size_t slack = alignment > GUARD_BYTES ? alignment : GUARD_BYTES;
    if (bytes > SIZE_MAX / 2 - 2 * GUARD_BYTES - slack) {
        errno = ENOMEM;
        return NULL;
    }
    const size_t whole = GUARD_BYTES + slack + page_round(bytes) + GUARD_BYTES;
    char *room_begin =
        mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room_begin == MAP_FAILED) {
        return NULL;
    }
    const uintptr_t least = (uintptr_t)room_begin + GUARD_BYTES;
    char *base = room_begin + GUARD_BYTES + (slack - least % slack) % slack;
    char *begin = base - GUARD_BYTES, *end = base + page_round(bytes) + GUARD_BYTES;
    if (begin != room_begin) {
        munmap(room_begin, (size_t)(begin - room_begin));
    }
    if (end != room_begin + whole) {
        munmap(end, (size_t)(room_begin + whole - end));
    }
    return base;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* The index of the first zone that ends after the address. */
static size_t position(uintptr_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (zones[middle].end <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void zed_guard_changed(void)
{
    atomic_fetch_add_explicit(&version, 1, memory_order_release);
}

static bool make_room(void)
{
    if (count < room) {
        return true;
    }
    const size_t more = room == 0 ? 64 : 2 * room;
    zed_zone_t *larger = realloc(zones, more * sizeof(*zones));
    if (larger) {
        zones = larger;
        room = more;
    }
    return larger;
}

void zed_guard_note(const zed_memory_t *memory, const void *mapping, size_t bytes)
{
    const zed_zone_t zone = {.begin = (uintptr_t)mapping - GUARD_BYTES,
                             .end = (uintptr_t)mapping + page_round(bytes) + GUARD_BYTES,
                             .base = (uintptr_t)memory->base,
                             .bytes = memory->bytes,
                             .kind = memory->kind,
                             .imported = memory->imported};
    pthread_rwlock_wrlock(&lock);
    /* Without memory for the array, nothing is known about the allocation. */
    if (make_room()) {
        const size_t at = position(zone.begin);
        memmove(&zones[at + 1], &zones[at], (count - at) * sizeof(*zones));
        zones[at] = zone;
        count++;
        zed_guard_changed();
    }
    pthread_rwlock_unlock(&lock);
}

static void forget(uintptr_t begin)
{
    const size_t at = position(begin);
    if (at < count && zones[at].begin == begin) {
        munmap((void *)begin, zones[at].end - begin);
        freed_bytes -= zones[at].end - begin;
        count--;
        memmove(&zones[at], &zones[at + 1], (count - at) * sizeof(*zones));
    }
}

static void forget_oldest(void)
{
    forget(freed[freed_first]);
    freed_first = (freed_first + 1) % FREED_MOST;
    freed_count--;
}

/* false: no memory to remember it. */
static bool keep_freed(zed_zone_t *zone)
{
    if (!freed) {
        freed = malloc(FREED_MOST * sizeof(*freed));
    }
    if (!freed) {
        return false;
    }
    zone->freed = true;
    freed_bytes += zone->end - zone->begin;
    const uintptr_t begin = zone->begin;
    while (freed_count == FREED_MOST || (freed_count > 0 && freed_bytes > FREED_BYTES_MOST)) {
        forget_oldest();
    }
    freed[(freed_first + freed_count++) % FREED_MOST] = begin;
    return true;
}

void zed_guard_retire(void *base, size_t bytes)
{
    const uintptr_t begin = (uintptr_t)base - GUARD_BYTES;
    const size_t whole = page_round(bytes) + 2 * GUARD_BYTES;
    /* Release the pages but keep the addresses reserved. */
    const bool kept = mmap(base, page_round(bytes), PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == base;
    pthread_rwlock_wrlock(&lock);
    const size_t at = position(begin);
    const bool known = at < count && zones[at].begin == begin;
    const bool remembered = known && kept && keep_freed(&zones[at]);
    if (known && !remembered) {
        count--;
        memmove(&zones[at], &zones[at + 1], (count - at) * sizeof(*zones));
    }
    zed_guard_changed();
    pthread_rwlock_unlock(&lock);
    if (!remembered) {
        munmap((void *)begin, whole);
    }
}

bool zed_guard_find(uintptr_t address, zed_zone_t *zone)
{
    pthread_rwlock_rdlock(&lock);
    const size_t at = position(address);
    const bool found = at < count && zones[at].begin <= address;
    if (found) {
        *zone = zones[at];
    }
    pthread_rwlock_unlock(&lock);
    return found;
}

/* ---- Heaps ---------------------------------------------------------------------------------- */

bool zed_guard_set_heap(const void *heap, size_t bytes)
{
    const uintptr_t address = (uintptr_t)heap;
    pthread_rwlock_wrlock(&lock);
    const size_t at = position(address);
    const bool known = at < count && zones[at].begin <= address && !zones[at].freed;
    if (known) {
        zones[at].heap = address;
        zones[at].heap_bytes = bytes;
        zed_guard_changed();
    }
    pthread_rwlock_unlock(&lock);
    return known;
}

void zed_guard_end_heaps(void)
{
    pthread_rwlock_wrlock(&lock);
    for (size_t i = 0; i < count; i++) {
        zones[i].heap_bytes = 0;
    }
    zed_guard_changed();
    pthread_rwlock_unlock(&lock);
}
