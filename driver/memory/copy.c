/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies and fills.
 *
 * A copy bypasses the cache (nontemporal.h) if its two ranges together do not fit into the
 * last-level cache.  On all measured machines, more than one thread did not help: one core with
 * such stores is as fast as the memory.
 */
#include "memory/copy.h"
#include "machine/delay.h"
#include "machine/processor.h"
#include "util/copy_once.h"
#include "util/nontemporal.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#define FILL_BLOCK 4096 /* stays in the first-level cache while it is the source of copies */

static size_t nontemporal_bytes;
static pthread_once_t nontemporal_once = PTHREAD_ONCE_INIT;

static void nontemporal_bytes_read(void)
{
    nontemporal_bytes = ishmemi_nontemporal_least(zed_processor_describe()->cache_bytes);
}

void zed_copy_open(void)
{
    pthread_once(&nontemporal_once, nontemporal_bytes_read);
}

static bool copy_past_cache(char *to, const char *from, size_t bytes)
{
    if (!ISHMEMI_NONTEMPORAL || bytes < ISHMEMI_NONTEMPORAL_LEAST) {
        return false;
    }
    zed_copy_open();
    if (bytes < nontemporal_bytes || (to < from + bytes && from < to + bytes)) {
        return false;
    }
    ishmemi_nontemporal_copy(to, from, bytes);
    return true;
}

void *zed_rt_memcpy(void *destination, const void *source, size_t bytes)
{
    if (!copy_past_cache(destination, source, bytes)) {
        ishmemi_copy_to_shared(destination, source, bytes);
    }
    return destination;
}

ze_result_t zed_copy(void *destination, const void *source, size_t bytes)
{
    zed_delay();
    if (bytes <= ISHMEMI_COPY_ONCE_MOST) {
        char block[ISHMEMI_COPY_ONCE_MOST];
        memcpy(block, source, bytes);
        ishmemi_copy_once(destination, block, bytes);
    } else if (!copy_past_cache(destination, source, bytes)) {
        memmove(destination, source, bytes);
    }
    return ZE_RESULT_SUCCESS;
}

/* At most ISHMEMI_COPY_ONCE_MOST bytes: it may be a word on which other threads wait. */
static void fill_small(char *to, const char *pattern, size_t pattern_bytes, size_t bytes)
{
    char block[ISHMEMI_COPY_ONCE_MOST];
    for (size_t i = 0; i < bytes; i++) {
        block[i] = pattern[i % pattern_bytes];
    }
    ishmemi_copy_once(to, block, bytes);
}

void zed_fill(void *destination, const void *pattern, size_t pattern_bytes, size_t bytes)
{
    char *to = destination;
    zed_delay();
    if (pattern_bytes == 0 || bytes == 0) {
        return;
    }
    if (bytes <= ISHMEMI_COPY_ONCE_MOST) {
        fill_small(to, pattern, pattern_bytes, bytes);
        return;
    }
    if (pattern_bytes == 1) {
        memset(to, *(const unsigned char *)pattern, bytes);
        return;
    }
    if (bytes <= pattern_bytes) {
        memcpy(to, pattern, bytes);
        return;
    }
    /* Double the filled part until it is a block, then copy the block. */
    memcpy(to, pattern, pattern_bytes);
    size_t filled = pattern_bytes;
    while (filled < FILL_BLOCK && filled < bytes) {
        const size_t part = filled < bytes - filled ? filled : bytes - filled;
        memcpy(to + filled, to, part);
        filled += part;
    }
    const size_t block = filled;
    while (filled < bytes) {
        const size_t part = block < bytes - filled ? block : bytes - filled;
        memcpy(to + filled, to, part);
        filled += part;
    }
}
