/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loader's tables, defined once.  Each list gives the slots of one table in order, with the
 * minor version of the API (1.x) that added them; tables only grow at the end.  A row is one of
 *
 *   E(since, public, private)   implemented by zed_<private>, which has the type that
 *                               ze_api.h declares for `public`
 *   N(since, public, private)   the same for a function newer than API 1.4, declared
 *                               below, so that the driver builds with old headers
 *   U(since, count)             `count` slots that are not implemented
 */
#ifndef ZED_ENTRIES_H
#define ZED_ENTRIES_H

#include "compat.h"

/* clang-format off */
#define ZED_ZE_GLOBAL(E, N, U) E(0, zeInit, init) N(10, zeInitDrivers, init_drivers)

#define ZED_ZE_DRIVER(E, N, U) \
    E(0, zeDriverGet, driver_get) \
    E(0, zeDriverGetApiVersion, driver_get_api_version) \
    E(0, zeDriverGetProperties, driver_get_properties) \
    E(0, zeDriverGetIpcProperties, driver_get_ipc_properties) \
    E(0, zeDriverGetExtensionProperties, driver_get_extension_properties) \
    E(1, zeDriverGetExtensionFunctionAddress, driver_get_extension_function_address) \
    N(6, zeDriverGetLastErrorDescription, driver_get_last_error_description) \
    U(13, 1) U(14, 1)

#define ZED_ZE_DEVICE(E, N, U) \
    E(0, zeDeviceGet, device_get) \
    E(0, zeDeviceGetSubDevices, device_get_sub_devices) \
    E(0, zeDeviceGetProperties, device_get_properties) \
    E(0, zeDeviceGetComputeProperties, device_get_compute_properties) \
    E(0, zeDeviceGetModuleProperties, device_get_module_properties) \
    E(0, zeDeviceGetCommandQueueGroupProperties, device_get_command_queue_group_properties) \
    E(0, zeDeviceGetMemoryProperties, device_get_memory_properties) \
    E(0, zeDeviceGetMemoryAccessProperties, device_get_memory_access_properties) \
    E(0, zeDeviceGetCacheProperties, device_get_cache_properties) \
    E(0, zeDeviceGetImageProperties, device_get_image_properties) \
    E(0, zeDeviceGetExternalMemoryProperties, device_get_external_memory_properties) \
    E(0, zeDeviceGetP2PProperties, device_get_p2p_properties) \
    E(0, zeDeviceCanAccessPeer, device_can_access_peer) \
    E(0, zeDeviceGetStatus, device_get_status) \
    E(1, zeDeviceGetGlobalTimestamps, device_get_global_timestamps) \
    U(2, 2) \
    E(3, zeDevicePciGetPropertiesExt, device_pci_get_properties_ext) \
    N(7, zeDeviceGetRootDevice, device_get_root_device) \
    U(12, 2) \
    N(13, zeDeviceGetVectorWidthPropertiesExt, device_get_vector_width_properties_ext) \
    U(14, 1) U(15, 1) U(16, 3) U(17, 1) U(18, 1)

#define ZED_ZE_DEVICE_EXP(E, N, U) U(4, 1)

#define ZED_ZE_CONTEXT(E, N, U) \
    E(0, zeContextCreate, context_create) \
    E(0, zeContextDestroy, context_destroy) \
    E(0, zeContextGetStatus, context_get_status) \
    E(0, zeContextSystemBarrier, context_system_barrier) \
    E(0, zeContextMakeMemoryResident, context_make_memory_resident) \
    E(0, zeContextEvictMemory, context_evict_memory) \
    U(0, 2) \
    E(1, zeContextCreateEx, context_create_ex)

#define ZED_ZE_COMMAND_QUEUE(E, N, U) \
    E(0, zeCommandQueueCreate, command_queue_create) \
    E(0, zeCommandQueueDestroy, command_queue_destroy) \
    E(0, zeCommandQueueExecuteCommandLists, command_queue_execute_command_lists) \
    E(0, zeCommandQueueSynchronize, command_queue_synchronize) \
    N(9, zeCommandQueueGetOrdinal, command_queue_get_ordinal) \
    N(9, zeCommandQueueGetIndex, command_queue_get_index) \
    U(17, 3)

#define ZED_ZE_COMMAND_LIST(E, N, U) \
    E(0, zeCommandListCreate, command_list_create) \
    E(0, zeCommandListCreateImmediate, command_list_create_immediate) \
    E(0, zeCommandListDestroy, command_list_destroy) \
    E(0, zeCommandListClose, command_list_close) \
    E(0, zeCommandListReset, command_list_reset) \
    E(0, zeCommandListAppendWriteGlobalTimestamp, append_write_global_timestamp) \
    E(0, zeCommandListAppendBarrier, append_barrier) \
    E(0, zeCommandListAppendMemoryRangesBarrier, append_memory_ranges_barrier) \
    E(0, zeCommandListAppendMemoryCopy, append_memory_copy) \
    E(0, zeCommandListAppendMemoryFill, append_memory_fill) \
    E(0, zeCommandListAppendMemoryCopyRegion, append_memory_copy_region) \
    E(0, zeCommandListAppendMemoryCopyFromContext, append_memory_copy_from_context) \
    U(0, 4) \
    E(0, zeCommandListAppendMemoryPrefetch, append_memory_prefetch) \
    E(0, zeCommandListAppendMemAdvise, append_mem_advise) \
    E(0, zeCommandListAppendSignalEvent, append_signal_event) \
    E(0, zeCommandListAppendWaitOnEvents, append_wait_on_events) \
    E(0, zeCommandListAppendEventReset, append_event_reset) \
    E(0, zeCommandListAppendQueryKernelTimestamps, append_query_kernel_timestamps) \
    E(0, zeCommandListAppendLaunchKernel, append_launch_kernel) \
    E(0, zeCommandListAppendLaunchCooperativeKernel, append_launch_cooperative_kernel) \
    E(0, zeCommandListAppendLaunchKernelIndirect, append_launch_kernel_indirect) \
    E(0, zeCommandListAppendLaunchMultipleKernelsIndirect, \
      append_launch_multiple_kernels_indirect) \
    U(3, 2) \
    N(6, zeCommandListHostSynchronize, command_list_host_synchronize) \
    N(9, zeCommandListGetDeviceHandle, command_list_get_device_handle) \
    N(9, zeCommandListGetContextHandle, command_list_get_context_handle) \
    N(9, zeCommandListGetOrdinal, command_list_get_ordinal) \
    N(9, zeCommandListImmediateGetIndex, command_list_immediate_get_index) \
    N(9, zeCommandListIsImmediate, command_list_is_immediate) \
    U(12, 2) U(14, 2) U(16, 3) U(17, 10) \
    N(17, zeCommandListAppendHostFunction, append_host_function) \
    U(18, 2)

#define ZED_ZE_COMMAND_LIST_EXP(E, N, U) \
    U(9, 1) \
    N(9, zeCommandListImmediateAppendCommandListsExp, append_command_lists) \
    U(9, 4) U(10, 2) U(17, 1)

#define ZED_ZE_IMAGE(E, N, U) U(0, 3) U(3, 1) U(5, 1)
#define ZED_ZE_IMAGE_EXP(E, N, U) U(2, 2) U(9, 1)

#define ZED_ZE_FENCE(E, N, U) \
    E(0, zeFenceCreate, fence_create) \
    E(0, zeFenceDestroy, fence_destroy) \
    E(0, zeFenceHostSynchronize, fence_host_synchronize) \
    E(0, zeFenceQueryStatus, fence_query_status) \
    E(0, zeFenceReset, fence_reset)

#define ZED_ZE_EVENT_POOL(E, N, U) \
    E(0, zeEventPoolCreate, event_pool_create) \
    E(0, zeEventPoolDestroy, event_pool_destroy) \
    E(0, zeEventPoolGetIpcHandle, event_pool_get_ipc_handle) \
    E(0, zeEventPoolOpenIpcHandle, event_pool_open_ipc_handle) \
    E(0, zeEventPoolCloseIpcHandle, event_pool_close_ipc_handle) \
    N(6, zeEventPoolPutIpcHandle, event_pool_put_ipc_handle) \
    N(9, zeEventPoolGetContextHandle, event_pool_get_context_handle) \
    N(9, zeEventPoolGetFlags, event_pool_get_flags)

#define ZED_ZE_EVENT(E, N, U) \
    E(0, zeEventCreate, event_create) \
    E(0, zeEventDestroy, event_destroy) \
    E(0, zeEventHostSignal, event_host_signal) \
    E(0, zeEventHostSynchronize, event_host_synchronize) \
    E(0, zeEventQueryStatus, event_query_status) \
    E(0, zeEventHostReset, event_host_reset) \
    E(0, zeEventQueryKernelTimestamp, event_query_kernel_timestamp) \
    N(6, zeEventQueryKernelTimestampsExt, event_query_kernel_timestamps_ext) \
    N(9, zeEventGetEventPool, event_get_event_pool) \
    N(9, zeEventGetSignalScope, event_get_signal_scope) \
    N(9, zeEventGetWaitScope, event_get_wait_scope) \
    N(15, zeEventCounterBasedCreate, event_counter_based_create) \
    U(15, 4) \
    N(17, zeEventGetCounterBasedFlags, event_get_counter_based_flags)

#define ZED_ZE_EVENT_EXP(E, N, U) E(2, zeEventQueryTimestampsExp, event_query_timestamps_exp)

#define ZED_ZE_MODULE(E, N, U) \
    E(0, zeModuleCreate, module_create) \
    E(0, zeModuleDestroy, module_destroy) \
    E(0, zeModuleDynamicLink, module_dynamic_link) \
    E(0, zeModuleGetNativeBinary, module_get_native_binary) \
    E(0, zeModuleGetGlobalPointer, module_get_global_pointer) \
    E(0, zeModuleGetKernelNames, module_get_kernel_names) \
    E(0, zeModuleGetProperties, module_get_properties) \
    E(0, zeModuleGetFunctionPointer, module_get_function_pointer) \
    E(3, zeModuleInspectLinkageExt, module_inspect_linkage_ext) \
    U(18, 1)

#define ZED_ZE_MODULE_BUILD_LOG(E, N, U) \
    E(0, zeModuleBuildLogDestroy, module_build_log_destroy) \
    E(0, zeModuleBuildLogGetString, module_build_log_get_string)

#define ZED_ZE_KERNEL(E, N, U) \
    E(0, zeKernelCreate, kernel_create) \
    E(0, zeKernelDestroy, kernel_destroy) \
    E(0, zeKernelSetCacheConfig, kernel_set_cache_config) \
    E(0, zeKernelSetGroupSize, kernel_set_group_size) \
    E(0, zeKernelSuggestGroupSize, kernel_suggest_group_size) \
    E(0, zeKernelSuggestMaxCooperativeGroupCount, kernel_suggest_max_cooperative_group_count) \
    E(0, zeKernelSetArgumentValue, kernel_set_argument_value) \
    E(0, zeKernelSetIndirectAccess, kernel_set_indirect_access) \
    E(0, zeKernelGetIndirectAccess, kernel_get_indirect_access) \
    E(0, zeKernelGetSourceAttributes, kernel_get_source_attributes) \
    E(0, zeKernelGetProperties, kernel_get_properties) \
    E(0, zeKernelGetName, kernel_get_name) \
    U(18, 1)

#define ZED_ZE_KERNEL_EXP(E, N, U) \
    E(1, zeKernelSetGlobalOffsetExp, kernel_set_global_offset_exp) U(2, 1) U(11, 1) U(14, 1)

#define ZED_ZE_SAMPLER(E, N, U) U(0, 2)
#define ZED_ZE_PHYSICAL_MEM(E, N, U) U(0, 2) U(15, 1)

#define ZED_ZE_MEM(E, N, U) \
    E(0, zeMemAllocShared, mem_alloc_shared) \
    E(0, zeMemAllocDevice, mem_alloc_device) \
    E(0, zeMemAllocHost, mem_alloc_host) \
    E(0, zeMemFree, mem_free) \
    E(0, zeMemGetAllocProperties, mem_get_alloc_properties) \
    E(0, zeMemGetAddressRange, mem_get_address_range) \
    E(0, zeMemGetIpcHandle, mem_get_ipc_handle) \
    E(0, zeMemOpenIpcHandle, mem_open_ipc_handle) \
    E(0, zeMemCloseIpcHandle, mem_close_ipc_handle) \
    E(3, zeMemFreeExt, mem_free_ext) \
    N(6, zeMemPutIpcHandle, mem_put_ipc_handle) \
    U(9, 1) U(15, 1)

#define ZED_ZE_MEM_EXP(E, N, U) \
    N(6, zeMemGetIpcHandleFromFileDescriptorExp, mem_get_ipc_handle_from_file_descriptor_exp) \
    N(6, zeMemGetFileDescriptorFromIpcHandleExp, mem_get_file_descriptor_from_ipc_handle_exp) \
    U(7, 2)

#define ZED_ZE_VIRTUAL_MEM(E, N, U) U(0, 7)
#define ZED_ZE_FABRIC_VERTEX_EXP(E, N, U) U(4, 4)
#define ZED_ZE_FABRIC_EDGE_EXP(E, N, U) U(4, 3)

#define ZED_ZET_DEVICE(E, N, U) U(0, 1)
#define ZED_ZET_CONTEXT(E, N, U) U(0, 1)
#define ZED_ZET_COMMAND_LIST(E, N, U) U(0, 4)
#define ZED_ZET_MODULE(E, N, U) U(0, 1)
#define ZED_ZET_KERNEL(E, N, U) U(0, 1)
#define ZED_ZET_METRIC_GROUP(E, N, U) U(0, 3)
#define ZED_ZET_METRIC_GROUP_EXP(E, N, U) U(2, 1) U(5, 1) U(6, 2) U(9, 5)
#define ZED_ZET_METRIC(E, N, U) U(0, 2)
#define ZED_ZET_METRIC_STREAMER(E, N, U) U(0, 3)
#define ZED_ZET_METRIC_QUERY_POOL(E, N, U) U(0, 2)
#define ZED_ZET_METRIC_QUERY(E, N, U) U(0, 4)
#define ZED_ZET_TRACER_EXP(E, N, U) U(0, 5)
#define ZED_ZET_DEBUG(E, N, U) U(0, 11) U(5, 1)

#define ZED_ZES_DRIVER(E, N, U) U(0, 1) U(1, 1) U(5, 1) U(8, 2)
#define ZED_ZES_DEVICE(E, N, U) U(0, 24) U(3, 1) U(4, 4) U(5, 7) U(7, 1) U(15, 1) U(18, 2)
#define ZED_ZES_SCHEDULER(E, N, U) U(0, 8)
#define ZED_ZES_PERFORMANCE_FACTOR(E, N, U) U(0, 3)
#define ZED_ZES_POWER(E, N, U) U(0, 6) U(4, 2) U(16, 3)
#define ZED_ZES_FREQUENCY(E, N, U) U(0, 17)
#define ZED_ZES_ENGINE(E, N, U) U(0, 2) U(7, 1)
#define ZED_ZES_STANDBY(E, N, U) U(0, 3)
#define ZED_ZES_FIRMWARE(E, N, U) U(0, 2) U(8, 1) U(9, 1)
#define ZED_ZES_MEMORY(E, N, U) U(0, 3)
#define ZED_ZES_FABRIC_PORT(E, N, U) U(0, 6) U(7, 2)
#define ZED_ZES_TEMPERATURE(E, N, U) U(0, 4)
#define ZED_ZES_PSU(E, N, U) U(0, 2)
#define ZED_ZES_FAN(E, N, U) U(0, 6)
#define ZED_ZES_LED(E, N, U) U(0, 4)
#define ZED_ZES_RAS(E, N, U) U(0, 4)
#define ZED_ZES_DIAGNOSTICS(E, N, U) U(0, 3)
/* clang-format on */

/* Functions without a slot that can be looked up by name. */
#define ZED_UNLISTED(E, N, U) N(9, zexCounterBasedEventCreate2, event_counter_based_create)

/* T(exported function, list) */
#define ZED_TABLES(T)                                                   \
    T(zeGetGlobalProcAddrTable, ZED_ZE_GLOBAL)                          \
    T(zeGetDriverProcAddrTable, ZED_ZE_DRIVER)                          \
    T(zeGetDeviceProcAddrTable, ZED_ZE_DEVICE)                          \
    T(zeGetDeviceExpProcAddrTable, ZED_ZE_DEVICE_EXP)                   \
    T(zeGetContextProcAddrTable, ZED_ZE_CONTEXT)                        \
    T(zeGetCommandQueueProcAddrTable, ZED_ZE_COMMAND_QUEUE)             \
    T(zeGetCommandListProcAddrTable, ZED_ZE_COMMAND_LIST)               \
    T(zeGetCommandListExpProcAddrTable, ZED_ZE_COMMAND_LIST_EXP)        \
    T(zeGetImageProcAddrTable, ZED_ZE_IMAGE)                            \
    T(zeGetImageExpProcAddrTable, ZED_ZE_IMAGE_EXP)                     \
    T(zeGetFenceProcAddrTable, ZED_ZE_FENCE)                            \
    T(zeGetEventPoolProcAddrTable, ZED_ZE_EVENT_POOL)                   \
    T(zeGetEventProcAddrTable, ZED_ZE_EVENT)                            \
    T(zeGetEventExpProcAddrTable, ZED_ZE_EVENT_EXP)                     \
    T(zeGetModuleProcAddrTable, ZED_ZE_MODULE)                          \
    T(zeGetModuleBuildLogProcAddrTable, ZED_ZE_MODULE_BUILD_LOG)        \
    T(zeGetKernelProcAddrTable, ZED_ZE_KERNEL)                          \
    T(zeGetKernelExpProcAddrTable, ZED_ZE_KERNEL_EXP)                   \
    T(zeGetSamplerProcAddrTable, ZED_ZE_SAMPLER)                        \
    T(zeGetPhysicalMemProcAddrTable, ZED_ZE_PHYSICAL_MEM)               \
    T(zeGetMemProcAddrTable, ZED_ZE_MEM)                                \
    T(zeGetMemExpProcAddrTable, ZED_ZE_MEM_EXP)                         \
    T(zeGetVirtualMemProcAddrTable, ZED_ZE_VIRTUAL_MEM)                 \
    T(zeGetFabricVertexExpProcAddrTable, ZED_ZE_FABRIC_VERTEX_EXP)      \
    T(zeGetFabricEdgeExpProcAddrTable, ZED_ZE_FABRIC_EDGE_EXP)          \
    T(zetGetDeviceProcAddrTable, ZED_ZET_DEVICE)                        \
    T(zetGetContextProcAddrTable, ZED_ZET_CONTEXT)                      \
    T(zetGetCommandListProcAddrTable, ZED_ZET_COMMAND_LIST)             \
    T(zetGetModuleProcAddrTable, ZED_ZET_MODULE)                        \
    T(zetGetKernelProcAddrTable, ZED_ZET_KERNEL)                        \
    T(zetGetMetricGroupProcAddrTable, ZED_ZET_METRIC_GROUP)             \
    T(zetGetMetricGroupExpProcAddrTable, ZED_ZET_METRIC_GROUP_EXP)      \
    T(zetGetMetricProcAddrTable, ZED_ZET_METRIC)                        \
    T(zetGetMetricStreamerProcAddrTable, ZED_ZET_METRIC_STREAMER)       \
    T(zetGetMetricQueryPoolProcAddrTable, ZED_ZET_METRIC_QUERY_POOL)    \
    T(zetGetMetricQueryProcAddrTable, ZED_ZET_METRIC_QUERY)             \
    T(zetGetTracerExpProcAddrTable, ZED_ZET_TRACER_EXP)                 \
    T(zetGetDebugProcAddrTable, ZED_ZET_DEBUG)                          \
    T(zesGetDriverProcAddrTable, ZED_ZES_DRIVER)                        \
    T(zesGetDeviceProcAddrTable, ZED_ZES_DEVICE)                        \
    T(zesGetSchedulerProcAddrTable, ZED_ZES_SCHEDULER)                  \
    T(zesGetPerformanceFactorProcAddrTable, ZED_ZES_PERFORMANCE_FACTOR) \
    T(zesGetPowerProcAddrTable, ZED_ZES_POWER)                          \
    T(zesGetFrequencyProcAddrTable, ZED_ZES_FREQUENCY)                  \
    T(zesGetEngineProcAddrTable, ZED_ZES_ENGINE)                        \
    T(zesGetStandbyProcAddrTable, ZED_ZES_STANDBY)                      \
    T(zesGetFirmwareProcAddrTable, ZED_ZES_FIRMWARE)                    \
    T(zesGetMemoryProcAddrTable, ZED_ZES_MEMORY)                        \
    T(zesGetFabricPortProcAddrTable, ZED_ZES_FABRIC_PORT)               \
    T(zesGetTemperatureProcAddrTable, ZED_ZES_TEMPERATURE)              \
    T(zesGetPsuProcAddrTable, ZED_ZES_PSU)                              \
    T(zesGetFanProcAddrTable, ZED_ZES_FAN)                              \
    T(zesGetLedProcAddrTable, ZED_ZES_LED)                              \
    T(zesGetRasProcAddrTable, ZED_ZES_RAS)                              \
    T(zesGetDiagnosticsProcAddrTable, ZED_ZES_DIAGNOSTICS)

/* The prototypes of the E rows: each has the type of its public function. */
#define ZED_DECLARE_E(since, public, private) __typeof__(public) zed_##private;
#define ZED_DECLARE_N(since, public, private)
#define ZED_DECLARE_U(since, count)
#define ZED_DECLARE(function, list) list(ZED_DECLARE_E, ZED_DECLARE_N, ZED_DECLARE_U)
ZED_TABLES(ZED_DECLARE)
#undef ZED_DECLARE
#undef ZED_DECLARE_E
#undef ZED_DECLARE_N
#undef ZED_DECLARE_U

/* The N rows. */
ze_result_t zed_init_drivers(uint32_t *count, ze_driver_handle_t *drivers,
                             struct zed_init_driver_type_desc *desc);
ze_result_t zed_driver_get_last_error_description(ze_driver_handle_t driver_handle,
                                                  const char **text);
ze_result_t zed_device_get_root_device(ze_device_handle_t device_handle, ze_device_handle_t *root);
ze_result_t zed_command_queue_get_ordinal(ze_command_queue_handle_t queue_handle,
                                          uint32_t *ordinal);
ze_result_t zed_command_queue_get_index(ze_command_queue_handle_t queue_handle, uint32_t *index);
ze_result_t zed_command_list_host_synchronize(ze_command_list_handle_t list_handle,
                                              uint64_t timeout);
ze_result_t zed_command_list_get_device_handle(ze_command_list_handle_t list_handle,
                                               ze_device_handle_t *device);
ze_result_t zed_command_list_get_context_handle(ze_command_list_handle_t list_handle,
                                                ze_context_handle_t *context);
ze_result_t zed_command_list_get_ordinal(ze_command_list_handle_t list_handle, uint32_t *ordinal);
ze_result_t zed_command_list_immediate_get_index(ze_command_list_handle_t list_handle,
                                                 uint32_t *index);
ze_result_t zed_command_list_is_immediate(ze_command_list_handle_t list_handle,
                                          ze_bool_t *immediate);
ze_result_t zed_append_command_lists(ze_command_list_handle_t list_handle, uint32_t count,
                                     ze_command_list_handle_t *list_handles,
                                     ze_event_handle_t signal, uint32_t wait_count,
                                     ze_event_handle_t *waits);
ze_result_t zed_append_host_function(ze_command_list_handle_t list_handle,
                                     zed_host_function_t function, void *data, const void *next,
                                     ze_event_handle_t signal, uint32_t wait_count,
                                     ze_event_handle_t *waits);
ze_result_t zed_event_counter_based_create(ze_context_handle_t context_handle,
                                           ze_device_handle_t device_handle,
                                           const struct zed_event_counter_desc *desc,
                                           ze_event_handle_t *event_handle);
ze_result_t zed_event_get_counter_based_flags(ze_event_handle_t event_handle, uint32_t *flags);
ze_result_t zed_device_get_vector_width_properties_ext(ze_device_handle_t device_handle,
                                                       uint32_t *count,
                                                       struct zed_vector_widths *widths);
ze_result_t zed_event_pool_put_ipc_handle(ze_context_handle_t context_handle,
                                          ze_ipc_event_pool_handle_t ipc);
ze_result_t zed_event_pool_get_context_handle(ze_event_pool_handle_t pool_handle,
                                              ze_context_handle_t *context);
ze_result_t zed_event_pool_get_flags(ze_event_pool_handle_t pool_handle,
                                     ze_event_pool_flags_t *flags);
ze_result_t
zed_event_query_kernel_timestamps_ext(ze_event_handle_t event_handle,
                                      ze_device_handle_t device_handle, uint32_t *count,
                                      struct zed_event_query_kernel_timestamps_results *results);
ze_result_t zed_event_get_event_pool(ze_event_handle_t event_handle, ze_event_pool_handle_t *pool);
ze_result_t zed_event_get_signal_scope(ze_event_handle_t event_handle,
                                       ze_event_scope_flags_t *scope);
ze_result_t zed_event_get_wait_scope(ze_event_handle_t event_handle, ze_event_scope_flags_t *scope);
ze_result_t zed_mem_put_ipc_handle(ze_context_handle_t context_handle, ze_ipc_mem_handle_t ipc);
ze_result_t zed_mem_get_ipc_handle_from_file_descriptor_exp(ze_context_handle_t context_handle,
                                                            uint64_t descriptor,
                                                            ze_ipc_mem_handle_t *ipc);
ze_result_t zed_mem_get_file_descriptor_from_ipc_handle_exp(ze_context_handle_t context_handle,
                                                            ze_ipc_mem_handle_t ipc,
                                                            uint64_t *descriptor);

#endif
