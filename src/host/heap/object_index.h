/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The live objects of the symmetric heap, sorted by address, so that a binary search finds the
 * object at an address; and the parts of the heap that have ever belonged to an object.  Addresses
 * are this PE's.  Not thread-safe.
 */
#ifndef ISHMEMI_OBJECT_INDEX_H
#define ISHMEMI_OBJECT_INDEX_H

#include "shared/state.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct ishmemi_object_array {
    ishmemi_object_t *items;
    size_t count;
    size_t room;
} ishmemi_object_array_t;

typedef struct ishmemi_object_index {
    ishmemi_object_array_t live;
    ishmemi_object_array_t used; /* ranges that do not touch each other */
} ishmemi_object_index_t;

/* An index of zeros is empty. */
void ishmemi_object_index_close(ishmemi_object_index_t *index);

/* false if host memory is exhausted.  position: the object's index among the live ones. */
bool ishmemi_object_index_add(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                              size_t *position);
bool ishmemi_object_index_resize(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                                 size_t *position);
/* position: the object's former index. */
void ishmemi_object_index_remove(ishmemi_object_index_t *index, uint64_t start, size_t *position);

/* The last object that starts at or before the address, or NULL. */
const ishmemi_object_t *ishmemi_object_index_find(const ishmemi_object_index_t *index,
                                                  uint64_t address);
/* Whether the byte at the address has ever belonged to an object. */
bool ishmemi_object_index_was_used(const ishmemi_object_index_t *index, uint64_t address);

#endif
