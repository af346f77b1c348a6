/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See allocate.h.
 */
#include "allocate.h"

#include "fatal.h"
#include <stdint.h>
#include <stdlib.h>

static void *require(void *memory, const char *what, size_t count, size_t bytes)
{
    if (!memory) {
        ishmemi_fatal("no host memory for %s: %zu x %zu bytes", what, count, bytes);
    }
    return memory;
}

void *ishmemi_allocate(const char *what, size_t count, size_t bytes)
{
    /* malloc may return NULL for 0 bytes. */
    const size_t items = count > 0 ? count : 1;
    return require(bytes <= SIZE_MAX / items ? malloc(items * bytes) : NULL, what, count, bytes);
}

void *ishmemi_allocate_zeroed(const char *what, size_t count, size_t bytes)
{
    return require(calloc(count > 0 ? count : 1, bytes), what, count, bytes);
}
