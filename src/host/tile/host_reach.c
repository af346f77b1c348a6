/* SPDX-License-Identifier: BSD-3-Clause */
#include "host_reach.h"

#include "job.h"

bool ishmemi_host_reaches(const void *address)
{
    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    return ishmemi_job.heap_host_mapped ||
           zeMemGetAllocProperties(ishmemi_job.context, address, &properties, NULL) !=
               ZE_RESULT_SUCCESS ||
           properties.type != ZE_MEMORY_TYPE_DEVICE;
}
