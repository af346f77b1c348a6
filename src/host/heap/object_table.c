/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two lists in turn: the host writes the one that the published version does not name.  A list that
 * becomes too small is replaced by one with twice the room.  The old one stays allocated, because a
 * kernel may still read it.
 */
#include "object_table.h"

#include "job.h"
#include "log.h"
#include "tile_copy.h"
#include "ze_error.h"
#include <stdlib.h>

#define ROOM_AT_FIRST 256
/* A list's room doubles each time. */
#define LISTS_MOST 128

/* One of the two lists. */
typedef struct twin {
    ishmemi_object_list_t *list; /* in device memory */
    uint64_t room;
    size_t same; /* how many of its first objects are up to date */
} twin_t;

static ishmemi_objects_t *objects; /* in device memory */
static uint64_t version;
static twin_t twins[2];
static void *lists[LISTS_MOST]; /* all allocated lists */
static size_t list_count;

/* Gives a twin an empty list. */
static int make_list(uint64_t room, twin_t *twin)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const size_t bytes = sizeof(ishmemi_object_list_t) + (size_t)room * sizeof(ishmemi_object_t);
    void *list = NULL;
    const ze_result_t result =
        list_count < LISTS_MOST
            ? zeMemAllocDevice(ishmemi_job.context, &desc, bytes, sizeof(ishmemi_counter_t),
                               ishmemi_job.device, &list)
            : ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("no device memory for a list of %llu objects, which ISHMEM_CHECKS=2 needs: "
                      "0x%x, %s",
                      (unsigned long long)room, (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    lists[list_count++] = list;
    *twin = (twin_t){.list = list, .room = room};
    const ishmemi_object_list_t head = {.room = room};
    return ishmemi_tile_copy(list, &head, sizeof head);
}

int ishmemi_object_table_open(uint64_t address)
{
    version = 0;
    if (make_list(ROOM_AT_FIRST, &twins[0]) != 0 || make_list(ROOM_AT_FIRST, &twins[1]) != 0) {
        return -1;
    }
    objects = (ishmemi_objects_t *)(uintptr_t)address;
    const ishmemi_objects_t image = {.version = version,
                                     .lists = {(uintptr_t)twins[0].list, (uintptr_t)twins[1].list}};
    return ishmemi_tile_copy(objects, &image, sizeof image);
}

void ishmemi_object_table_close(void)
{
    while (list_count > 0) {
        zeMemFree(ishmemi_job.context, lists[--list_count]);
    }
    objects = NULL;
}

void ishmemi_object_table_changed(size_t position)
{
    for (int i = 0; i < 2; i++) {
        twins[i].same = twins[i].same < position ? twins[i].same : position;
    }
}

static int enlarge(twin_t *twin, size_t count)
{
    uint64_t room = twin->room;
    while (room < count) {
        room *= 2;
    }
    if (room == twin->room) {
        return 0;
    }
    if (make_list(room, twin) != 0) {
        return -1;
    }
    const uint64_t address = (uintptr_t)twin->list;
    return ishmemi_tile_copy(&objects->lists[twin - twins], &address, sizeof address);
}

static int write_list(twin_t *twin, const ishmemi_object_array_t *live)
{
    ishmemi_object_t *const items = (ishmemi_object_t *)(twin->list + 1);
    const uint64_t count = live->count;
    if (twin->same < live->count &&
        ishmemi_tile_copy(items + twin->same, live->items + twin->same,
                          (live->count - twin->same) * sizeof *items) != 0) {
        return -1;
    }
    twin->same = live->count;
    return ishmemi_tile_copy(&twin->list->count, &count, sizeof count);
}

int ishmemi_object_table_publish(const ishmemi_object_array_t *live)
{
    const uint64_t next = version + 1;
    twin_t *const twin = &twins[next & 1];
    if (enlarge(twin, live->count) != 0 || write_list(twin, live) != 0) {
        return -1;
    }
    version = next;
    return ishmemi_tile_copy(&objects->version, &version, sizeof version);
}
