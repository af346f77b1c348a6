/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The live objects of the symmetric heap in the order of their addresses, so that the object that
 * holds an address is found by a binary search, and the parts of the heap in which there was ever
 * an object.  Addresses are those of this PE.  Not thread-safe.
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

/* False without host memory.  position: where the object now is among the live ones. */
bool ishmemi_object_index_add(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                              size_t *position);
bool ishmemi_object_index_resize(ishmemi_object_index_t *index, uint64_t start, uint64_t bytes,
                                 size_t *position);
/* position: where the object was. */
void ishmemi_object_index_remove(ishmemi_object_index_t *index, uint64_t start, size_t *position);

/* The last object that starts at the address or before it, or NULL. */
const ishmemi_object_t *ishmemi_object_index_find(const ishmemi_object_index_t *index,
                                                  uint64_t address);
/* Whether an object had the byte at the address, at any time. */
bool ishmemi_object_index_was_used(const ishmemi_object_index_t *index, uint64_t address);

#endif
