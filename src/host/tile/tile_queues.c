/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Searches the tile's queue groups.
 */
#include "tile_queues.h"

#include "job.h"
#include "log.h"
#include "ze_error.h"

enum { MOST_GROUPS = 16 };

static ze_result_t read_groups(ze_command_queue_group_properties_t *groups, uint32_t *count)
{
    for (int i = 0; i < MOST_GROUPS; i++) {
        groups[i] = (ze_command_queue_group_properties_t){
            .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES};
    }
    *count = MOST_GROUPS;
    const ze_result_t result =
        zeDeviceGetCommandQueueGroupProperties(ishmemi_job.device, count, groups);
    *count = result != ZE_RESULT_SUCCESS ? 0 : *count < MOST_GROUPS ? *count : MOST_GROUPS;
    return result;
}

static bool runs_kernels(const ze_command_queue_group_properties_t *group)
{
    return (group->flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) && group->numQueues > 0;
}

bool ishmemi_tile_queues_find(ishmemi_tile_queues_t *queues)
{
    ze_command_queue_group_properties_t groups[MOST_GROUPS];
    uint32_t count;
    const ze_result_t result = read_groups(groups, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (runs_kernels(&groups[i])) {
            *queues = (ishmemi_tile_queues_t){i, groups[i].numQueues};
            return true;
        }
    }
    ishmemi_error("the tile has no queue that runs kernels (%s)", ishmemi_ze_error(result));
    return false;
}

uint32_t ishmemi_tile_queues_beside_kernels(void)
{
    ze_command_queue_group_properties_t groups[MOST_GROUPS];
    uint32_t count;
    uint32_t found = 0;
    (void)read_groups(groups, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (runs_kernels(&groups[i])) {
            found = i;
        } else if (groups[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY) {
            return i;
        }
    }
    return found;
}
