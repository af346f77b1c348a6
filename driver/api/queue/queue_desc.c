/* SPDX-License-Identifier: BSD-3-Clause */
#include "queue_desc.h"

#include "device.h"

/* Explicit-only; and from later versions of the API, in-order and the hint to use copy engines. */
#define KNOWN_FLAGS 0x7u

ze_result_t zed_queue_check_desc(const ze_command_queue_desc_t *desc)
{
    if (desc->ordinal >= ZED_QUEUE_GROUPS || desc->index >= ZED_QUEUES_PER_GROUP) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the device has no queue %u in group %u",
                        desc->index, desc->ordinal);
    }
    if (desc->flags > KNOWN_FLAGS || (uint32_t)desc->mode > ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS ||
        (uint32_t)desc->priority > ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION,
                        "flags 0x%x, mode %u or priority %u is unknown", desc->flags,
                        (unsigned)desc->mode, (unsigned)desc->priority);
    }
    return ZE_RESULT_SUCCESS;
}
