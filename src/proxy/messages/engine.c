/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See engine.h.
 */
#include "engine.h"

#include <stdint.h>
#include <stdlib.h>

ishmemi_engine_t ishmemi_engine;

void *ishmemi_engine_allocate(size_t count, size_t bytes)
{
    void *const memory = bytes <= SIZE_MAX / count ? malloc(count * bytes) : NULL;
    if (!memory) {
        ishmemi_engine.request->fatal("cannot allocate host memory for %zu objects of %zu bytes",
                                      count, bytes);
    }
    return memory;
}
