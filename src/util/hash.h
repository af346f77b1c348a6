/* SPDX-License-Identifier: BSD-3-Clause */
/* FNV-1a: finds damage and differences that occur by chance, but does not protect against
 * forgery. */
#ifndef ISHMEMI_UTIL_HASH_H
#define ISHMEMI_UTIL_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes. */
#define ISHMEMI_HASH_START UINT64_C(0xcbf29ce484222325)

/* Continues `hash`: the hash of the bytes so far, followed by these bytes. */
static inline uint64_t ishmemi_hash(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *const byte = (const unsigned char *)data;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif
