/* SPDX-License-Identifier: BSD-3-Clause */
/* What Level Zero added after version 1.4, so that the driver builds with old headers. */
#ifndef ZED_COMPAT_H
#define ZED_COMPAT_H

#include <level_zero/ze_api.h>

/* 1.6: the bit of ze_event_pool_flag_t for timestamps that are also on the host's clock. */
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

/* ...and ze_event_query_kernel_timestamps_results_ext_properties_t.  Times on the host's clock are
 * in nanoseconds and have the same layout as the device's. */
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

/* 1.8: the last value of ze_memory_advice_t. */
#define ZED_MEMORY_ADVICE_CLEAR_SYSTEM_MEMORY_PREFERRED_LOCATION 9u

/* 1.9 */
#define ZED_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME "ZE_experimental_immediate_command_list_append"

/* 1.9: ze_event_pool_counter_based_exp_desc_t.  Its flags name the kinds of list for which the
 * events are; here they are for any. */
#define ZED_EVENT_POOL_COUNTER_BASED_EXP_NAME "ZE_experimental_event_pool_counter_based"
#define ZED_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL ((ze_structure_type_t)0x00020014)

/* 1.9: ze_device_cache_line_size_ext_t, chained to ze_device_cache_properties_t. */
#define ZED_CACHELINE_SIZE_EXT_NAME "ZE_extension_device_cache_line_size"
#define ZED_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE ((ze_structure_type_t)0x00020028)

struct zed_cache_line {
    ze_structure_type_t stype;
    const void *pNext;
    size_t cacheLineSize;
};

/* 1.13: ze_device_vector_width_properties_ext_t: the elements per vector of the type char, short,
 * int, long, float, double and half. */
#define ZED_DEVICE_VECTOR_SIZES_EXT_NAME "ZE_extension_device_vector_sizes"
enum { ZED_VECTOR_TYPES = 7 };

struct zed_vector_widths {
    ze_structure_type_t stype;
    void *pNext;
    uint32_t size;
    uint32_t preferred[ZED_VECTOR_TYPES];
    uint32_t native[ZED_VECTOR_TYPES];
};

/* 1.15: ze_event_counter_based_desc_t, which Intel's zexCounterBasedEventCreate2 also accepts; its
 * flags: for immediate lists, for other lists, visible to the host, IPC, with the device's times,
 * with the host's times, outside recorded graphs; and what may be chained to it. */
struct zed_event_counter_desc {
    ze_structure_type_t stype;
    const void *pNext;
    uint32_t flags;
    ze_event_scope_flags_t signal;
    ze_event_scope_flags_t wait;
};
#define ZED_EVENT_COUNTER_FLAG_IPC 0x8u
#define ZED_EVENT_COUNTER_FLAG_DEVICE_TIMESTAMP 0x10u
#define ZED_EVENT_COUNTER_FLAG_HOST_TIMESTAMP 0x20u
#define ZED_EVENT_COUNTER_FLAGS 0x7fu
#define ZED_STRUCTURE_TYPE_EVENT_EXTERNAL_SYNC_ALLOCATION ((ze_structure_type_t)0x0002003b)
#define ZED_STRUCTURE_TYPE_EVENT_EXTERNAL_AGGREGATE_STORAGE ((ze_structure_type_t)0x0002003f)

/* 1.17: the function that zeCommandListAppendHostFunction calls. */
typedef void (*zed_host_function_t)(void *data);

/* 1.10: ze_init_driver_type_desc_t. */
struct zed_init_driver_type_desc {
    uint32_t stype;
    const void *pNext;
    uint32_t flags;
};

#endif
