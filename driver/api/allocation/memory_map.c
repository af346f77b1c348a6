/* SPDX-License-Identifier: BSD-3-Clause */
/* The array of allocations that memory.h describes. */
#include "memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_rwlock_t map_lock = PTHREAD_RWLOCK_INITIALIZER;
static zed_allocation_t *map;
static size_t map_count;
static size_t map_capacity;

/* Index of the first allocation that ends after the address.  The caller holds map_lock. */
static size_t lower_bound(uintptr_t address)
{
    size_t low = 0;
    size_t high = map_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const zed_memory_t *memory = map[middle].memory;
        if ((uintptr_t)memory->base + memory->bytes <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool zed_memory_find(const void *address, zed_allocation_t *found)
{
    pthread_rwlock_rdlock(&map_lock);
    size_t index = lower_bound((uintptr_t)address);
    bool holds = index < map_count && (uintptr_t)map[index].memory->base <= (uintptr_t)address;
    if (holds) {
        *found = map[index];
    }
    pthread_rwlock_unlock(&map_lock);
    return holds;
}

ze_result_t zed_memory_require(const void *address, zed_allocation_t *found)
{
    if (zed_memory_find(address, found)) {
        return ZE_RESULT_SUCCESS;
    }
    return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "%p is not in an allocation of this driver",
                    address);
}

/* The caller holds map_lock. */
static bool make_room(void)
{
    if (map_count < map_capacity) {
        return true;
    }
    size_t capacity = map_capacity == 0 ? 64 : 2 * map_capacity;
    zed_allocation_t *larger = realloc(map, capacity * sizeof *larger);
    if (!larger) {
        return false;
    }
    map = larger;
    map_capacity = capacity;
    return true;
}

ze_result_t zed_memory_register(zed_context_t *context, zed_device_t *device, zed_memory_t *memory)
{
    pthread_rwlock_wrlock(&map_lock);
    bool room = make_room();
    if (room) {
        size_t index = lower_bound((uintptr_t)memory->base);
        memmove(&map[index + 1], &map[index], (map_count - index) * sizeof *map);
        map[index] = (zed_allocation_t){
            .memory = memory, .context = zed_object_keep(context), .device = device};
        map_count++;
    }
    pthread_rwlock_unlock(&map_lock);
    if (!room) {
        zed_driver_engine()->memory_free(memory);
        return zed_fail_memory();
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_memory_take(const void *address, bool imported, zed_allocation_t *taken)
{
    pthread_rwlock_wrlock(&map_lock);
    size_t index = lower_bound((uintptr_t)address);
    bool found = index < map_count && map[index].memory->base == address &&
                 map[index].memory->imported == imported;
    if (found) {
        *taken = map[index];
        map_count--;
        memmove(&map[index], &map[index + 1], (map_count - index) * sizeof *map);
    }
    pthread_rwlock_unlock(&map_lock);
    if (!found) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "%p is not the start of %s", address,
                        imported ? "an opened IPC handle" : "an allocation");
    }
    return ZE_RESULT_SUCCESS;
}

void zed_memory_release(const zed_allocation_t *taken)
{
    zed_driver_engine()->memory_free(taken->memory);
    zed_object_drop(taken->context);
}

ze_result_t zed_memory_drop(const void *address, bool imported)
{
    zed_allocation_t taken;
    ze_result_t result = zed_memory_take(address, imported, &taken);
    if (result == ZE_RESULT_SUCCESS) {
        zed_memory_release(&taken);
    }
    return result;
}
