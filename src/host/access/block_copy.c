/* SPDX-License-Identifier: BSD-3-Clause */
/* How large blocks are copied, and from which size on. */
#include "block_copy.h"

#include "job.h"
#include "tile.h"
#include "util/nontemporal.h"
#include "util/string_copy.h"
#include <stdbool.h>
#include <string.h>

ishmemi_block_copy_least_t ishmemi_block_copy_least = {(size_t)-1, (size_t)-1,
                                                       (size_t)-1 - ISHMEMI_BLOCK_COPY_SMALL - 1};

static bool takes_strings; /* constant, like ishmemi_block_copy_least */

/* Queries the tile if it is the host's processor.  How the host best writes to another device is up
 * to libc. */
void ishmemi_block_copy_open(void)
{
    ze_device_cache_properties_t cache = {.stype = ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES};
    uint32_t count = 1;
    if (!ISHMEMI_NONTEMPORAL || !ishmemi_tile_is_cpu() ||
        zeDeviceGetCacheProperties(ishmemi_job.device, &count, &cache) != ZE_RESULT_SUCCESS ||
        count == 0 || cache.cacheSize == 0) {
        return;
    }
    takes_strings = string_copy_is_fast();
    const size_t together =
        ishmemi_nontemporal_least(cache.cacheSize / (size_t)ishmemi_job.machine_size);
    const size_t large = takes_strings ? STRING_COPY_LEAST : together;
    ishmemi_block_copy_least = (ishmemi_block_copy_least_t){
        ishmemi_nontemporal_least(cache.cacheSize), together, large - ISHMEMI_BLOCK_COPY_SMALL - 1};
}

void ishmemi_block_copy_large(void *destination, const void *source, size_t bytes, size_t least)
{
    if (bytes >= least) {
        ishmemi_nontemporal_copy(destination, source, bytes);
    } else if (takes_strings && string_copy_suits(destination, source)) {
        string_copy(destination, source, bytes);
    } else {
        memcpy(destination, source, bytes);
    }
}
