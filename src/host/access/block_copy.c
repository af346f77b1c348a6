/* SPDX-License-Identifier: BSD-3-Clause */
/* From which size on blocks go past the caches. */
#include "block_copy.h"

#include "job.h"
#include "processor/nontemporal.h"
#include "tile.h"

ishmemi_block_copy_least_t ishmemi_block_copy_least = {(size_t)-1, (size_t)-1};

/* The tile is asked, as it is the host's processor; how the host best writes to another one is its
 * libc's to know. */
void ishmemi_block_copy_open(void)
{
    ze_device_cache_properties_t cache = {.stype = ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES};
    uint32_t count = 1;
    if (!ISHMEMI_NONTEMPORAL || !ishmemi_tile_is_cpu() ||
        zeDeviceGetCacheProperties(ishmemi_job.device, &count, &cache) != ZE_RESULT_SUCCESS ||
        count == 0 || cache.cacheSize == 0) {
        return;
    }
    ishmemi_block_copy_least = (ishmemi_block_copy_least_t){
        ishmemi_nontemporal_least(cache.cacheSize),
        ishmemi_nontemporal_least(cache.cacheSize / (size_t)ishmemi_job.machine_size)};
}

void ishmemi_block_copy_nontemporal(void *destination, const void *source, size_t bytes)
{
    ishmemi_nontemporal_copy(destination, source, bytes);
}
