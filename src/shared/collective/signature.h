/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether two signatures (../team_block.h) are of the same call.  A routine's forms for a
 * work-group, for a sub-group, for a kernel and for a queue make the same call, so a signature has
 * a hash of the name without the parts that distinguish them.
 */
#ifndef ISHMEM_COLLECTIVE_SIGNATURE_H
#define ISHMEM_COLLECTIVE_SIGNATURE_H

#include "language.h"

typedef ISHMEMI_GLOBAL ishmemi_signature_t *ishmemi_signature_ref_t;

/* The length of a name without an ending that it may have. */
ISHMEMI_INLINE size_t ishmemi_name_without(ISHMEMI_GLOBAL const char *name, size_t bytes,
                                           ishmemi_string_t ending, size_t ending_bytes)
{
    if (bytes < ending_bytes) {
        return bytes;
    }
    const size_t stem = bytes - ending_bytes;
    for (size_t i = 0; i < ending_bytes; i++) {
        if (name[stem + i] != ending[i]) {
            return bytes;
        }
    }
    return stem;
}

/* A hash (FNV-1a) of a name without its beginning, up to the first "_", and without a form's
 * ending. */
ISHMEMI_INLINE uint64_t ishmemi_hash_call(ISHMEMI_GLOBAL const char *name)
{
    size_t first = 0;
    size_t bytes = 0;
    while (bytes < ISHMEMI_SIGNATURE_NAME_BYTES && name[bytes] != 0) {
        bytes++;
        if (first == 0 && name[bytes - 1] == '_') {
            first = bytes;
        }
    }
    bytes = ishmemi_name_without(name, bytes, "_work_group", 11);
    bytes = ishmemi_name_without(name, bytes, "_sub_group", 10);
    bytes = ishmemi_name_without(name, bytes, "_on_queue", 9);
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = first; i < bytes; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3;
    }
    return hash;
}

/* Where members may have different counts, one that gives nothing may name any arrays. */
ISHMEMI_INLINE int ishmemi_arrays_match(ishmemi_signature_ref_t a, ishmemi_signature_ref_t b)
{
    const int one_is_empty = a->count == 0 || b->count == 0;
    return a->own_counts && one_is_empty ? 1
                                         : a->dest == b->dest && a->source == b->source &&
                                               (a->count == b->count || a->own_counts);
}

ISHMEMI_INLINE int ishmemi_signatures_match(ishmemi_signature_ref_t a, ishmemi_signature_ref_t b)
{
    return a->call == b->call && a->size == b->size && a->root == b->root && a->dst == b->dst &&
           a->sst == b->sst && a->own_counts == b->own_counts && ishmemi_arrays_match(a, b);
}

#endif
