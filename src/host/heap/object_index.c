/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two sorted arrays.
 */
#include "object_index.h"

#include "allocator.h"
#include "util/align.h"
#include <stdlib.h>
#include <string.h>

#define GRAIN ISHMEMI_ALLOCATOR_GRAIN
#define ROOM_AT_FIRST 64

/* ---- A sorted array -------------------------------------------------------------------------- */

/* How many items start at or before the address. */
static size_t count_until(const ishmemi_object_array_t *array, uint64_t address)
{
    size_t low = 0;
    size_t high = array->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (array->items[middle].start <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static const ishmemi_object_t *last_until(const ishmemi_object_array_t *array, uint64_t address)
{
    const size_t count = count_until(array, address);
    return count > 0 ? &array->items[count - 1] : NULL;
}

static uint64_t end_of(const ishmemi_object_t *item)
{
    return item->start + item->bytes;
}

/* Makes room for one more item. */
static bool reserve(ishmemi_object_array_t *array)
{
    if (array->count < array->room) {
        return true;
    }
    const size_t room = array->room > 0 ? 2 * array->room : ROOM_AT_FIRST;
    ishmemi_object_t *const items = realloc(array->items, room * sizeof *items);
    if (items) {
        array->items = items;
        array->room = room;
    }
    return items;
}

/* Replaces `count` items from `first` on with `replaced`, or removes them if it is NULL. */
static void splice(ishmemi_object_array_t *array, size_t first, size_t count,
                   const ishmemi_object_t *replaced)
{
    const size_t added = replaced ? 1 : 0;
    ishmemi_object_t *const at = &array->items[first];
    memmove(at + added, at + count, (array->count - first - count) * sizeof *at);
    if (replaced) {
        *at = *replaced;
    }
    array->count += added;
    array->count -= count;
}

/* ---- Used parts of the heap ------------------------------------------------------------------ */

/* Adds the grains of [start, end) and joins all ranges that they touch.  There is room. */
static void use(ishmemi_object_array_t *used, uint64_t start, uint64_t end)
{
    size_t first = count_until(used, start);
    if (first > 0 && end_of(&used->items[first - 1]) >= start) {
        first--;
        start = used->items[first].start;
    }
    const size_t last = count_until(used, end);
    if (last > first && end_of(&used->items[last - 1]) > end) {
        end = end_of(&used->items[last - 1]);
    }
    splice(used, first, last - first, &(ishmemi_object_t){start, end - start});
}

static bool use_grains(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes)
{
    const uint64_t taken = ishmemi_align_up(bytes, GRAIN);
    if (!reserve(&index->used)) {
        return false;
    }
    use(&index->used, start, start + taken);
    return true;
}

/* ---- Interface ------------------------------------------------------------------------------- */

void ishmemi_object_index_close(ishmemi_object_index_t *index)
{
    free(index->live.items);
    free(index->used.items);
    memset(index, 0, sizeof *index);
}

bool ishmemi_object_index_add(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                              size_t *position)
{
    if (!reserve(&index->live) || !use_grains(index, start, bytes)) {
        return false;
    }
    *position = count_until(&index->live, start);
    splice(&index->live, *position, 0, &(ishmemi_object_t){start, bytes});
    return true;
}

bool ishmemi_object_index_resize(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                                 size_t *position)
{
    *position = count_until(&index->live, start) - 1;
    index->live.items[*position].bytes = bytes;
    return use_grains(index, start, bytes);
}

void ishmemi_object_index_remove(ishmemi_object_index_t *index, uint64_t start, size_t *position)
{
    *position = count_until(&index->live, start) - 1;
    splice(&index->live, *position, 1, NULL);
}

const ishmemi_object_t *ishmemi_object_index_find(const ishmemi_object_index_t *index,
                                                  uint64_t address)
{
    return last_until(&index->live, address);
}

bool ishmemi_object_index_was_used(const ishmemi_object_index_t *index, uint64_t address)
{
    const ishmemi_object_t *const range = last_until(&index->used, address);
    return range && address < end_of(range);
}
