/* SPDX-License-Identifier: BSD-3-Clause */
/* What Level Zero got after version 1.4, so that the driver builds with old headers. */
#ifndef ZED_YOUNG_H
#define ZED_YOUNG_H

#include <level_zero/ze_api.h>

/* 1.6: ze_event_pool_flag_t's bit for timestamps in the host's time, too. */
#define ZED_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP 0x8u

/* 1.6: the extension for them, with ze_event_query_kernel_timestamps_ext_properties_t... */
#define ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_NAME "ZE_extension_event_query_kernel_timestamps"
#define ZED_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES \
    ((ze_structure_type_t)0x00010011)
#define ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_KERNEL 0x1u
#define ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_SYNCHRONIZED 0x2u

struct zed_event_query_kernel_timestamps_properties {
    ze_structure_type_t stype;
    void *pNext;
    uint32_t flags;
};

/* ...and ze_event_query_kernel_timestamps_results_ext_properties_t, where times in the host's time
 * are nanoseconds and have the same layout as those of the device. */
struct zed_event_query_kernel_timestamps_results {
    ze_structure_type_t stype;
    void *pNext;
    ze_kernel_timestamp_result_t *pKernelTimestampsBuffer;
    ze_kernel_timestamp_result_t *pSynchronizedTimestampsBuffer;
};

/* 1.6: ze_kernel_max_group_size_properties_ext_t. */
#define ZED_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_NAME \
    "ZE_extension_kernel_max_group_size_properties"
#define ZED_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES ((ze_structure_type_t)0x00010013)

struct zed_kernel_max_group_size_properties {
    ze_structure_type_t stype;
    void *pNext;
    uint32_t maxGroupSize;
};

/* 1.8: the last of ze_memory_advice_t. */
#define ZED_MEMORY_ADVICE_CLEAR_SYSTEM_MEMORY_PREFERRED_LOCATION 9u

/* 1.9 */
#define ZED_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME "ZE_experimental_immediate_command_list_append"

/* 1.10: ze_init_driver_type_desc_t. */
struct zed_init_driver_type_desc {
    uint32_t stype;
    const void *pNext;
    uint32_t flags;
};

#endif
