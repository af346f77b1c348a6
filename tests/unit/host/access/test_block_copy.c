/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks of all kinds of sizes, at all kinds of places, arrive whole, and nothing beside them is written:
 * before the library is initialised, on a tile that is no processor, and on one that is.
 */
#include "block_copy.h"
#include "job.h"
#include "tile.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE = 4 << 20, MOST = 9 << 20, GUARD = 64, PAGE = 4096 };

/* What block_copy.c asks for. */
ishmemi_job_t ishmemi_job = {.machine_size = 2};
static bool is_cpu;

bool ishmemi_tile_is_cpu(void)
{
    return is_cpu;
}

ze_result_t zeDeviceGetCacheProperties(ze_device_handle_t device, uint32_t *count,
                                       ze_device_cache_properties_t *cache)
{
    (void)device;
    *count = 1;
    cache->cacheSize = CACHE;
    return ZE_RESULT_SUCCESS;
}

static void check(const char *to, const char *from, size_t bytes, size_t to_at, size_t from_at)
{
    bool is_right = memcmp(to, from, bytes) == 0;
    for (size_t i = 0; i < GUARD; i++) {
        is_right = is_right && to[-1 - (ptrdiff_t)i] == 0 && to[bytes + i] == 0;
    }
    if (!is_right) {
        fprintf(stderr, "%zu bytes to %zu from %zu: wrong\n", bytes, to_at, from_at);
        exit(1);
    }
}

static void copy(char *to, const char *from, size_t bytes)
{
    static const size_t places[] = {0, 1, 7, 8, 32, 63, 64, 65, 100, PAGE - 1};
    enum { PLACES = sizeof places / sizeof *places };
    const size_t least[] = {ishmemi_block_copy_least.alone, ishmemi_block_copy_least.together};
    for (size_t i = 0; i < (size_t)PLACES * PLACES * 2; i++) {
        const size_t to_at = GUARD + places[i % PLACES];
        const size_t from_at = places[i / PLACES % PLACES];
        /* All of large ones takes too long. */
        if (bytes > MOST / 16 && to_at != GUARD + from_at && i % 7 != 0) {
            continue;
        }
        memset(to, 0, bytes + PAGE + (size_t)2 * GUARD);
        ishmemi_block_copy(to + to_at, from + from_at, bytes, least[i / PLACES / PLACES]);
        check(to + to_at, from + from_at, bytes, to_at, from_at);
    }
}

int main(void)
{
    static char to[MOST + 2 * PAGE];
    static char from[MOST + 2 * PAGE];
    for (size_t i = 0; i < sizeof from; i++) {
        from[i] = (char)(i % 251 + 1);
    }
    for (int step = 0; step < 3; step++) {
        if (step > 0) {
            is_cpu = step == 2;
            ishmemi_block_copy_open();
        }
        for (size_t bytes = 0; bytes <= 40; bytes++) {
            copy(to, from, bytes);
        }
        for (size_t bytes = 32 << 10; bytes <= 8 << 20; bytes *= 16) {
            copy(to, from, bytes - 1);
            copy(to, from, bytes);
            copy(to, from, bytes + 77);
        }
    }
    return 0;
}
