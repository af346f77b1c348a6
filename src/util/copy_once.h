/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of small blocks into memory that others read and write at the same time: each byte is
 * stored once.
 *
 * The C library's memcpy stores some bytes twice: 8 bytes by two stores of the same word, 12 by two
 * words that overlap.  If a PE sees the first store and then stores another value, the second store
 * would overwrite that value.
 */
#ifndef PROCESSOR_COPY_ONCE_H
#define PROCESSOR_COPY_ONCE_H

#include <stddef.h>
#include <string.h>

/* The largest element that a routine has. */
#define ISHMEMI_COPY_ONCE_MOST ((size_t)16)

/* Stores a part of that size, if the block has one left. */
#define ISHMEMI_COPY_ONCE_PART(SIZE)                \
    if (bytes & (SIZE)) {                           \
        __builtin_memcpy(to + at, from + at, SIZE); \
        at += (SIZE);                               \
    }

/* At most ISHMEMI_COPY_ONCE_MOST bytes; the ranges do not overlap. */
static inline void ishmemi_copy_once(void *destination, const void *source, size_t bytes)
{
    char *const to = destination;
    const char *const from = source;
    size_t at = 0;
    /* A word takes the shortest path. */
    if (__builtin_expect(bytes == 8, 1)) {
        __builtin_memcpy(to, from, 8);
    } else if (__builtin_expect(bytes == 16, 1)) {
        __builtin_memcpy(to, from, 8);
        __builtin_memcpy(to + 8, from + 8, 8);
    } else {
        ISHMEMI_COPY_ONCE_PART(8)
        ISHMEMI_COPY_ONCE_PART(4)
        ISHMEMI_COPY_ONCE_PART(2)
        ISHMEMI_COPY_ONCE_PART(1)
    }
}

/* Any number of bytes: larger blocks are stored as memcpy does. */
static inline void ishmemi_copy_to_shared(void *destination, const void *source, size_t bytes)
{
    if (bytes <= ISHMEMI_COPY_ONCE_MOST) {
        ishmemi_copy_once(destination, source, bytes);
    } else {
        memcpy(destination, source, bytes);
    }
}

#endif
