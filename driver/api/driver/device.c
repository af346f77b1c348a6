/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of the root devices and their tiles. */
#include "device.h"

#include "entries.h"
#include "util/clock.h"
#include "wait.h"

#include <string.h>

/* SPIR-V 1.2.  Newer modules are accepted if they need no more. */
#define SPIRV_VERSION ZE_MAKE_VERSION(1, 2)
/* A bus speed that is not known. */
#define UNKNOWN (-1)
#define MAXIMUM_ARGUMENT_BYTES 4096

static const ze_command_queue_group_property_flags_t queue_group_flags[ZED_QUEUE_GROUPS] = {
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY |
        ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS,
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY,
};

bool zed_queue_group_computes(uint32_t ordinal)
{
    return (queue_group_flags[ordinal] & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) != 0;
}

ze_result_t zed_device_get(ze_driver_handle_t driver_handle, uint32_t *count,
                           ze_device_handle_t *devices)
{
    ze_result_t result = zed_object_check_with(driver_handle, ZED_KIND_DRIVER, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    uint32_t entries = zed_list_count(count, zed_the_driver.listed_count, devices);
    for (uint32_t i = 0; i < entries; i++) {
        devices[i] = (ze_device_handle_t)&zed_the_driver.listed[i];
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_sub_devices(ze_device_handle_t device_handle, uint32_t *count,
                                       ze_device_handle_t *devices)
{
    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_t *device = (const zed_device_t *)device_handle;
    uint32_t entries = zed_list_count(count, device->sub_device_count, devices);
    for (uint32_t i = 0; i < entries; i++) {
        devices[i] = (ze_device_handle_t)&device->sub_devices[i];
    }
    return ZE_RESULT_SUCCESS;
}

static bool is_sub_device(const zed_device_t *device)
{
    return device->root != device && device->info->has_sub_devices &&
           zed_the_driver.hierarchy != ZED_FLAT;
}

ze_result_t zed_device_get_root_device(ze_device_handle_t device_handle, ze_device_handle_t *root)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, root, "phRootDevice");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_t *device = (const zed_device_t *)device_handle;
    *root = is_sub_device(device) ? (ze_device_handle_t)device->root : NULL;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_properties(ze_device_handle_t device_handle,
                                      ze_device_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pDeviceProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_t *device = (const zed_device_t *)device_handle;
    const zed_device_info_t *info = device->info;
    uint32_t tile_threads = info->threads > info->tiles ? info->threads / info->tiles : 1;

    properties->type = info->type;
    properties->vendorId = info->vendor_id;
    properties->deviceId = info->device_id;
    properties->flags =
        info->flags | (is_sub_device(device) ? ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE : 0u);
    /* A mask does not renumber it, so that processes with different masks mean the same tile. */
    properties->subdeviceId = device->single ? device->tile - info->first_tile : 0;
    properties->coreClockRate = info->clock_mhz;
    properties->maxMemAllocSize = info->max_alloc_bytes;
    properties->maxHardwareContexts = UINT32_MAX;
    properties->maxCommandQueuePriority = 0;
    properties->numThreadsPerEU = 1;
    properties->physicalEUSimdWidth = info->simd_bytes / 4;
    properties->numEUsPerSubslice = tile_threads;
    properties->numSubslicesPerSlice = 1;
    properties->numSlices = device->single ? 1 : device->sub_device_count;
    properties->timerResolution = properties->stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2
                                      ? info->timer_hz
                                      : (1000000000u + info->timer_hz / 2) / info->timer_hz;
    if (properties->timerResolution == 0) {
        properties->timerResolution = 1;
    }
    properties->timestampValidBits = info->timer_bits;
    properties->kernelTimestampValidBits = info->timer_bits;
    memcpy(properties->uuid.id, info->uuid, sizeof properties->uuid.id);
    if (device->single && info->has_sub_devices) {
        const uint32_t number = device->tile - info->first_tile + 1;
        properties->uuid.id[14] ^= (uint8_t)(number >> 8);
        properties->uuid.id[15] ^= (uint8_t)number;
    }
    memcpy(properties->name, info->name, sizeof properties->name);

    struct zed_event_query_kernel_timestamps_properties *stamps = (void *)(uintptr_t)zed_extension(
        properties->pNext, ZED_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES);
    if (stamps) {
        stamps->flags = ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_KERNEL |
                        ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_SYNCHRONIZED;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_compute_properties(ze_device_handle_t device_handle,
                                              ze_device_compute_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pComputeProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_info_t *info = ((const zed_device_t *)device_handle)->info;
    properties->maxTotalGroupSize = info->max_group_size;
    properties->maxGroupSizeX = info->max_group_sizes[0];
    properties->maxGroupSizeY = info->max_group_sizes[1];
    properties->maxGroupSizeZ = info->max_group_sizes[2];
    properties->maxGroupCountX = info->max_group_counts[0];
    properties->maxGroupCountY = info->max_group_counts[1];
    properties->maxGroupCountZ = info->max_group_counts[2];
    properties->maxSharedLocalMemory = info->max_local_bytes;
    properties->numSubGroupSizes = 1;
    memset(properties->subGroupSizes, 0, sizeof properties->subGroupSizes);
    properties->subGroupSizes[0] = info->sub_group_size;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_module_properties(ze_device_handle_t device_handle,
                                             ze_device_module_properties_t *properties)
{
    const ze_device_fp_flags_t fp_flags =
        ZE_DEVICE_FP_FLAG_DENORM | ZE_DEVICE_FP_FLAG_INF_NAN | ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST |
        ZE_DEVICE_FP_FLAG_FMA | ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT;
    const ze_device_fp_atomic_ext_flags_t atomic_flags =
        ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_LOAD_STORE | ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_ADD |
        ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_MIN_MAX |
        ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_LOAD_STORE | ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_ADD |
        ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_MIN_MAX;

    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pModuleProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->spirvVersionSupported = SPIRV_VERSION;
    properties->flags = ZE_DEVICE_MODULE_FLAG_FP16 | ZE_DEVICE_MODULE_FLAG_FP64 |
                        ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
    properties->fp16flags = fp_flags | ZE_DEVICE_FP_FLAG_SOFT_FLOAT;
    properties->fp32flags = fp_flags;
    properties->fp64flags = fp_flags;
    properties->maxArgumentsSize = MAXIMUM_ARGUMENT_BYTES;
    properties->printfBufferSize = UINT32_MAX;
    memset(&properties->nativeKernelSupported, 0, sizeof properties->nativeKernelSupported);

    ze_float_atomic_ext_properties_t *atomics = (void *)(uintptr_t)zed_extension(
        properties->pNext, ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES);
    if (atomics) {
        /* The translator reads no other half-precision atomics. */
        atomics->fp16Flags = ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_LOAD_STORE |
                             ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_LOAD_STORE;
        atomics->fp32Flags = atomic_flags;
        atomics->fp64Flags = atomic_flags;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_pci_get_properties_ext(ze_device_handle_t device_handle,
                                              ze_pci_ext_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pPciProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_info_t *info = ((const zed_device_t *)device_handle)->info;
    if (!info->has_pci) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, "%s is no PCI device", info->name);
    }
    properties->address = info->pci;
    properties->maxSpeed = (ze_pci_speed_ext_t){UNKNOWN, UNKNOWN, UNKNOWN};
    return ZE_RESULT_SUCCESS;
}

ze_result_t
zed_device_get_command_queue_group_properties(ze_device_handle_t device_handle, uint32_t *count,
                                              ze_command_queue_group_properties_t *properties)
{
    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    uint32_t entries = zed_list_count(count, ZED_QUEUE_GROUPS, properties);
    for (uint32_t ordinal = 0; ordinal < entries; ordinal++) {
        properties[ordinal].flags = queue_group_flags[ordinal];
        properties[ordinal].maxMemoryFillPatternSize = ZED_MAXIMUM_PATTERN;
        properties[ordinal].numQueues = ZED_QUEUES_PER_GROUP;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_memory_properties(ze_device_handle_t device_handle, uint32_t *count,
                                             ze_device_memory_properties_t *properties)
{
    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    /* The tiles share the device's memory, and each may use all of it. */
    if (zed_list_count(count, 1, properties) != 0) {
        const zed_device_info_t *info = ((const zed_device_t *)device_handle)->info;
        properties->flags = 0;
        properties->maxClockRate = 0;
        properties->maxBusWidth = 64;
        properties->totalSize = info->memory_bytes;
        memcpy(properties->name, info->memory_name, strlen(info->memory_name) + 1);
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t
zed_device_get_memory_access_properties(ze_device_handle_t device_handle,
                                        ze_device_memory_access_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pMemAccessProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_info_t *info = ((const zed_device_t *)device_handle)->info;
    properties->hostAllocCapabilities = info->host_access;
    properties->deviceAllocCapabilities = info->device_access;
    properties->sharedSingleDeviceAllocCapabilities = info->shared_access;
    properties->sharedCrossDeviceAllocCapabilities = info->shared_cross_access;
    properties->sharedSystemAllocCapabilities = info->system_access;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_cache_properties(ze_device_handle_t device_handle, uint32_t *count,
                                            ze_device_cache_properties_t *properties)
{
    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (zed_list_count(count, 1, properties) != 0) {
        properties->flags = 0;
        properties->cacheSize = ((const zed_device_t *)device_handle)->info->cache_bytes;
        struct zed_cache_line *line = (void *)(uintptr_t)zed_extension(
            properties->pNext, ZED_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE);
        if (line) {
            line->cacheLineSize = ((const zed_device_t *)device_handle)->info->cache_line_bytes;
        }
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_vector_width_properties_ext(ze_device_handle_t device_handle,
                                                       uint32_t *count,
                                                       struct zed_vector_widths *widths)
{
    static const uint32_t bytes[ZED_VECTOR_TYPES] = {1, 2, 4, 8, 4, 8, 2};

    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_device_info_t *info = ((const zed_device_t *)device_handle)->info;
    if (zed_list_count(count, 1, widths) != 0) {
        widths->size = info->simd_bytes;
        for (uint32_t type = 0; type < ZED_VECTOR_TYPES; type++) {
            const uint32_t width = info->simd_bytes / bytes[type];
            /* Kernels are written for one work-item; the compiler forms the vectors. */
            widths->preferred[type] = 1;
            widths->native[type] = width > 0 ? width : 1;
        }
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_image_properties(ze_device_handle_t device_handle,
                                            ze_device_image_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pImageProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->maxImageDims1D = 0;
    properties->maxImageDims2D = 0;
    properties->maxImageDims3D = 0;
    properties->maxImageBufferSize = 0;
    properties->maxImageArraySlices = 0;
    properties->maxSamplers = 0;
    properties->maxReadImageArgs = 0;
    properties->maxWriteImageArgs = 0;
    return ZE_RESULT_SUCCESS;
}

ze_result_t
zed_device_get_external_memory_properties(ze_device_handle_t device_handle,
                                          ze_device_external_memory_properties_t *properties)
{
    ze_result_t result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties,
                                               "pExternalMemoryProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->memoryAllocationImportTypes = 0;
    properties->memoryAllocationExportTypes = 0;
    properties->imageImportTypes = 0;
    properties->imageExportTypes = 0;
    return ZE_RESULT_SUCCESS;
}

/* Of a root device's tiles, the first one stands for all. */
static ze_device_p2p_property_flags_t peer_access(ze_device_handle_t device_handle,
                                                  ze_device_handle_t peer_handle)
{
    return zed_driver_engine()->peer_access(((const zed_device_t *)device_handle)->tile,
                                            ((const zed_device_t *)peer_handle)->tile);
}

ze_result_t zed_device_get_p2p_properties(ze_device_handle_t device_handle,
                                          ze_device_handle_t peer_handle,
                                          ze_device_p2p_properties_t *properties)
{
    ze_result_t result = zed_object_check(peer_handle, ZED_KIND_DEVICE);
    if (result == ZE_RESULT_SUCCESS) {
        result =
            zed_object_check_with(device_handle, ZED_KIND_DEVICE, properties, "pP2PProperties");
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->flags = peer_access(device_handle, peer_handle);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_can_access_peer(ze_device_handle_t device_handle,
                                       ze_device_handle_t peer_handle, ze_bool_t *value)
{
    ze_result_t result = zed_object_check(peer_handle, ZED_KIND_DEVICE);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_object_check_with(device_handle, ZED_KIND_DEVICE, value, "value");
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *value = (peer_access(device_handle, peer_handle) & ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS) != 0;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_device_get_status(ze_device_handle_t device_handle)
{
    return zed_object_check(device_handle, ZED_KIND_DEVICE);
}

ze_result_t zed_device_get_global_timestamps(ze_device_handle_t device_handle, uint64_t *host,
                                             uint64_t *device)
{
    ze_result_t result =
        zed_object_check_with(device_handle, ZED_KIND_DEVICE, host, "hostTimestamp");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!device) {
        return zed_fail_null("deviceTimestamp");
    }
    *host = ishmemi_clock_now();
    *device = zed_driver_engine()->timestamp(((const zed_device_t *)device_handle)->tile);
    return ZE_RESULT_SUCCESS;
}
