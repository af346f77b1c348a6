/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory of the test and its model.  An object is memory that every PE has one of: a block of
 * the symmetric heap, the static object, or private memory.  Its images are what it holds on each
 * PE; every PE keeps the images of all PEs.  The first and last GUARD_BYTES are never touched.
 *
 * A byte that a step reads or writes is claimed: no two operations of a step may touch a byte that
 * one of them writes.
 */
#ifndef RANDOM_OBJECTS_H
#define RANDOM_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_PES 16
#define MAX_OBJECTS 48
#define GUARD_BYTES ((size_t)64)

typedef enum where {
    WHERE_HEAP = 1,   /* a block of the symmetric heap */
    WHERE_STATIC = 2, /* a static object of the program */
    WHERE_SHARED = 4, /* this PE's, for host and kernels */
    WHERE_HOST = 8    /* this PE's, for the host alone */
} where_t;

typedef struct object {
    where_t where;
    unsigned char *address; /* of this PE's own; NULL: there is no such object */
    size_t bytes;
    unsigned char *image[MAX_PES];
    uint32_t *claimed[MAX_PES];
} object_t;

/* A byte of an object on a PE. */
typedef struct place {
    object_t *object; /* NULL: no place */
    int pe;
    size_t at;
} place_t;

extern object_t objects[MAX_OBJECTS];

/* A new object of random contents, written to this PE's own; NULL if there are too many. */
object_t *object_add(where_t where, void *address, size_t bytes);
void object_remove(object_t *object);
/* The object has another address or size; what is new in it is filled. */
void object_move(object_t *object, void *address, size_t bytes);
/* Fills it from byte `from` on, on all PEs: at random, or with zeros, which are there already. */
void object_fill(object_t *object, size_t from, bool zeros);

/* An object at one of the places `where`, with room for `bytes` between its guards, or NULL. */
object_t *object_pick(unsigned where, size_t bytes);
size_t object_room(const object_t *object);

/* A random place in the object for `bytes` bytes at a multiple of `alignment`. */
place_t place_in(object_t *object, int pe, size_t bytes, size_t alignment);
unsigned char *place_image(place_t place);
uint64_t place_load(place_t place, size_t size);
void place_store(place_t place, size_t size, uint64_t bits);
place_t place_plus(place_t place, size_t bytes);
/* This PE's address of the place's object, plus the offset. */
void *place_address(place_t place);

/* Starts a step: nothing is claimed. */
void claims_start(void);
/* False: some byte is claimed already, and the caller must give up what it plans. */
bool claim(place_t place, size_t bytes, bool writes);
bool claim_strided(place_t place, size_t bytes, size_t stride, size_t count, bool writes);

/* Writes the image of a place of this PE to its memory; of another PE's place nothing. */
void place_write(place_t place, size_t bytes);
/* The first byte of this PE's objects that is not as in the image; false if there is none. */
bool objects_differ(place_t *place, unsigned *expected, unsigned *found, size_t *differing);

#endif
