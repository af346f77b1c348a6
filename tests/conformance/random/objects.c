/* SPDX-License-Identifier: BSD-3-Clause */
#include "objects.h"

#include "chance.h"
#include "harness.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

object_t objects[MAX_OBJECTS];

static uint32_t step = 1;

static void *must(void *memory)
{
    if (!memory) {
        test_fatal("no memory for the model");
    }
    return memory;
}

static void resize_images(object_t *object, size_t bytes)
{
    for (int pe = 0; pe < test_n; pe++) {
        object->image[pe] = must(realloc(object->image[pe], bytes));
        free(object->claimed[pe]);
        object->claimed[pe] = must(calloc(bytes, sizeof **object->claimed));
    }
    object->bytes = bytes;
}

object_t *object_add(where_t where, void *address, size_t bytes)
{
    for (object_t *object = objects; object < objects + MAX_OBJECTS; object++) {
        if (!object->address) {
            *object = (object_t){.where = where, .address = address};
            resize_images(object, bytes);
            object_fill(object, 0, false);
            return object;
        }
    }
    return NULL;
}

void object_remove(object_t *object)
{
    for (int pe = 0; pe < test_n; pe++) {
        free(object->image[pe]);
        free(object->claimed[pe]);
    }
    *object = (object_t){.address = NULL};
}

void object_move(object_t *object, void *address, size_t bytes)
{
    const size_t old = object->bytes;
    object->address = address;
    resize_images(object, bytes);
    if (bytes > old) {
        object_fill(object, old, false);
    }
}

void object_fill(object_t *object, size_t from, bool zeros)
{
    if (from == object->bytes) {
        return;
    }
    for (int pe = 0; pe < test_n; pe++) {
        uint64_t bits = zeros ? 0 : chance_bits();
        for (size_t i = from; i < object->bytes; i++) {
            object->image[pe][i] = (unsigned char)(bits >> 56);
            bits = bits * 0xd1342543de82ef95u + (zeros ? 0 : 1);
        }
    }
    if (!zeros) {
        place_write((place_t){object, test_me, from}, object->bytes - from);
    }
}

size_t object_room(const object_t *object)
{
    return object->bytes - 2 * GUARD_BYTES;
}

object_t *object_pick(unsigned where, size_t bytes)
{
    object_t *fitting[MAX_OBJECTS];
    size_t count = 0;
    for (object_t *object = objects; object < objects + MAX_OBJECTS; object++) {
        if (object->address && (object->where & where) && object->bytes > 2 * GUARD_BYTES &&
            object_room(object) >= bytes) {
            fitting[count++] = object;
        }
    }
    return count ? fitting[chance_below(count)] : NULL;
}

place_t place_in(object_t *object, int pe, size_t bytes, size_t alignment)
{
    const size_t last = (object_room(object) - bytes) / alignment;
    /* Next to a guard now and then. */
    const size_t kind = chance_below(8);
    const size_t index = kind == 0 ? 0 : kind == 1 ? last : chance_below(last + 1);
    return (place_t){object, pe, GUARD_BYTES + index * alignment};
}

unsigned char *place_image(place_t place)
{
    return place.object->image[place.pe] + place.at;
}

uint64_t place_load(place_t place, size_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, place_image(place), size); /* little-endian */
    return bits;
}

void place_store(place_t place, size_t size, uint64_t bits)
{
    memcpy(place_image(place), &bits, size);
}

place_t place_plus(place_t place, size_t bytes)
{
    place.at += bytes;
    return place;
}

void *place_address(place_t place)
{
    return place.object ? place.object->address + place.at : NULL;
}

/* ---- Claims ---------------------------------------------------------------------------------- */

void claims_start(void)
{
    step++;
}

bool claim(place_t place, size_t bytes, bool writes)
{
    uint32_t *const claimed = place.object->claimed[place.pe] + place.at;
    for (size_t i = 0; i < bytes; i++) {
        if (claimed[i] / 2 == step && (writes || claimed[i] % 2 == 1)) {
            return false;
        }
    }
    for (size_t i = 0; i < bytes; i++) {
        claimed[i] = step * 2 + writes;
    }
    return true;
}

bool claim_strided(place_t place, size_t bytes, size_t stride, size_t count, bool writes)
{
    for (size_t i = 0; i < count; i++) {
        if (!claim(place_plus(place, i * stride), bytes, writes)) {
            return false;
        }
    }
    return true;
}

/* ---- The objects themselves ------------------------------------------------------------------ */

static bool is_tile_memory(const object_t *object)
{
    return object->where == WHERE_HEAP;
}

void place_write(place_t place, size_t bytes)
{
    if (place.pe != test_me || bytes == 0) {
        return;
    }
    if (is_tile_memory(place.object)) {
        memory_write(place_address(place), place_image(place), bytes);
    } else {
        memcpy(place_address(place), place_image(place), bytes);
    }
}

static const unsigned char *contents(const object_t *object)
{
    static unsigned char *copy;
    static size_t room;
    if (!is_tile_memory(object)) {
        return object->address;
    }
    if (object->bytes > room) {
        room = object->bytes;
        copy = must(realloc(copy, room));
    }
    memory_read(copy, object->address, object->bytes);
    return copy;
}

static bool object_differs(object_t *object, place_t *place, unsigned *expected, unsigned *found,
                           size_t *differing)
{
    const unsigned char *const image = object->image[test_me];
    const unsigned char *const seen = contents(object);
    if (memcmp(image, seen, object->bytes) == 0) {
        return false;
    }
    *differing = 0;
    for (size_t i = object->bytes; i-- > 0;) {
        if (image[i] != seen[i]) {
            *place = (place_t){object, test_me, i};
            *expected = image[i];
            *found = seen[i];
            ++*differing;
        }
    }
    return true;
}

bool objects_differ(place_t *place, unsigned *expected, unsigned *found, size_t *differing)
{
    for (object_t *object = objects; object < objects + MAX_OBJECTS; object++) {
        if (object->address && object_differs(object, place, expected, found, differing)) {
            return true;
        }
    }
    return false;
}
