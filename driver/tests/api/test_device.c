/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of the driver and its devices, and whether the tables are complete. */
#include "fixture.h"

#include "api/objects/compat.h"
#include "ze_cpu_ext.h"

#include <string.h>

static test_device device;

static void test_driver(void)
{
    ze_api_version_t version;
    ze_driver_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES};
    ze_driver_ipc_properties_t ipc = {.stype = ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES};
    uint32_t count = 0;

    CHECK_SUCCESS(zeInit(0)); /* a second time */
    CHECK_SUCCESS(zeDriverGetApiVersion(device.driver, &version));
    CHECK(version >= ZE_API_VERSION_1_4);
    CHECK_SUCCESS(zeDriverGetProperties(device.driver, &properties));
    CHECK(properties.driverVersion >= 0x00010000); /* 0.1.0 */
    CHECK_SUCCESS(zeDriverGetIpcProperties(device.driver, &ipc));
    CHECK(ipc.flags == (ZE_IPC_PROPERTY_FLAG_MEMORY | ZE_IPC_PROPERTY_FLAG_EVENT_POOL));

    CHECK_SUCCESS(zeDriverGetExtensionProperties(device.driver, &count, NULL));
    CHECK(count > 0 && count < 32);
    ze_driver_extension_properties_t extensions[32];
    CHECK_SUCCESS(zeDriverGetExtensionProperties(device.driver, &count, extensions));
    bool program = false;
    bool processor = false;
    for (uint32_t i = 0; i < count; i++) {
        program |= strcmp(extensions[i].name, ZE_MODULE_PROGRAM_EXP_NAME) == 0;
        processor |= strcmp(extensions[i].name, ZE_CPU_PROCESSOR_EXT_NAME) == 0;
    }
    CHECK(program && processor);

    void *address = NULL;
    CHECK_SUCCESS(zeDriverGetExtensionFunctionAddress(device.driver, "zeCommandListHostSynchronize",
                                                      &address));
    CHECK(address != NULL);
    CHECK_RESULT(zeDriverGetExtensionFunctionAddress(device.driver, "zeNothing", &address),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
}

static ze_device_type_t expected_type(void)
{
    const char *type = getenv("ZECPU_DEVICE_TYPE");
    return type && strcmp(type, "gpu") == 0 ? ZE_DEVICE_TYPE_GPU : ZE_DEVICE_TYPE_CPU;
}

static void test_tiles(void)
{
    ze_device_properties_t root = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ze_device_memory_properties_t memory = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES};
    ze_device_memory_properties_t all = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES};
    uint32_t none = 0, one = 1;

    CHECK(device.tile_count >= 1);
    CHECK_SUCCESS(zeDeviceGetMemoryProperties(device.root, &one, &all));
    CHECK(one == 1 && all.totalSize > 0);
    CHECK_SUCCESS(zeDeviceGetProperties(device.root, &root));
    CHECK((root.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE) == 0);
    CHECK(root.timerResolution > 0 && root.timestampValidBits > 0 && root.name[0] != '\0');
    CHECK_SUCCESS(zeDeviceGetSubDevices(device.tiles[0], &none, NULL));
    CHECK(none == 0);
    for (uint32_t i = 0; i < device.tile_count; i++) {
        ze_device_properties_t tile = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
        CHECK_SUCCESS(zeDeviceGetProperties(device.tiles[i], &tile));
        CHECK(tile.type == expected_type() && tile.subdeviceId == i);
        CHECK((tile.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE) != 0);
        CHECK(memcmp(&tile.uuid, &root.uuid, sizeof tile.uuid) != 0);
        CHECK_SUCCESS(zeDeviceGetStatus(device.tiles[i]));
        CHECK_SUCCESS(zeDeviceGetMemoryProperties(device.tiles[i], &one, &memory));
        /* Tiles share the machine's memory, so a device with several tiles has no more. */
        CHECK(one == 1 && memory.totalSize == all.totalSize);
        CHECK(tile.maxMemAllocSize == root.maxMemAllocSize);
        for (uint32_t j = 0; j < device.tile_count; j++) {
            ze_device_p2p_properties_t p2p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES};
            ze_bool_t reach = 0;
            CHECK_SUCCESS(zeDeviceGetP2PProperties(device.tiles[i], device.tiles[j], &p2p));
            CHECK(p2p.flags ==
                  (ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS | ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS));
            CHECK_SUCCESS(zeDeviceCanAccessPeer(device.tiles[i], device.tiles[j], &reach));
            CHECK(reach == 1);
        }
    }
}

static void test_capabilities(void)
{
    ze_device_compute_properties_t compute = {.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES};
    ze_float_atomic_ext_properties_t atomics = {.stype =
                                                    ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES};
    ze_device_module_properties_t modules = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES,
                                             .pNext = &atomics};
    ze_device_memory_access_properties_t access = {
        .stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES};
    ze_device_external_memory_properties_t external = {
        .stype = ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES,
        .memoryAllocationExportTypes = 1};
    ze_device_image_properties_t images = {.stype = ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES,
                                           .maxSamplers = 1};
    ze_device_cache_properties_t cache = {.stype = ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES};
    ze_command_queue_group_properties_t groups[2] = {
        {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES},
        {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES}};
    uint32_t count = 0, caches = 1;

    CHECK_SUCCESS(zeDeviceGetComputeProperties(device.root, &compute));
    CHECK(compute.maxTotalGroupSize >= 1024 && compute.numSubGroupSizes == 1 &&
          compute.subGroupSizes[0] > 0);
    CHECK_SUCCESS(zeDeviceGetModuleProperties(device.root, &modules));
    CHECK(modules.spirvVersionSupported >= ZE_MAKE_VERSION(1, 2));
    CHECK((modules.flags & ZE_DEVICE_MODULE_FLAG_FP64) != 0 &&
          (modules.flags & ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS) != 0);
    CHECK((atomics.fp32Flags & ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_ADD) != 0);
    CHECK(atomics.fp16Flags == (ZE_DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_LOAD_STORE |
                                ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_LOAD_STORE));
    CHECK_SUCCESS(zeDeviceGetMemoryAccessProperties(device.root, &access));
    CHECK((access.hostAllocCapabilities & ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC) != 0);
    CHECK_SUCCESS(zeDeviceGetExternalMemoryProperties(device.root, &external));
    CHECK(external.memoryAllocationExportTypes == 0);
    CHECK_SUCCESS(zeDeviceGetImageProperties(device.root, &images));
    CHECK(images.maxSamplers == 0);
    CHECK_SUCCESS(zeDeviceGetCacheProperties(device.root, &caches, &cache));
    CHECK(caches == 1);
    CHECK_SUCCESS(zeDeviceGetCommandQueueGroupProperties(device.root, &count, NULL));
    CHECK(count == 2);
    CHECK_SUCCESS(zeDeviceGetCommandQueueGroupProperties(device.root, &count, groups));
    CHECK((groups[0].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) != 0);
    CHECK((groups[1].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE) == 0);
    CHECK(groups[0].numQueues > 1 && groups[1].numQueues > 1);
}

/* Found by name, because it is newer than the loader's tables. */
static void test_vectors(void)
{
    struct zed_cache_line line = {.stype = ZED_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE};
    ze_device_cache_properties_t cache = {.stype = ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
                                          .pNext = &line};
    ze_result_t (*widths_of)(ze_device_handle_t, uint32_t *, struct zed_vector_widths *);
    struct zed_vector_widths widths = {0};
    void *address = fixture_function(&device, "zeDeviceGetVectorWidthPropertiesExt");
    uint32_t count = 0;

    memcpy(&widths_of, &address, sizeof widths_of);
    CHECK_SUCCESS(widths_of(device.root, &count, NULL));
    CHECK(count == 1);
    CHECK_SUCCESS(widths_of(device.root, &count, &widths));
    CHECK(count == 1 && widths.size >= 8 && widths.native[0] == widths.size);
    CHECK(widths.native[4] == widths.size / sizeof(float) && widths.preferred[4] == 1);
    const ze_result_t result = zeDeviceGetCacheProperties(device.root, &count, &cache);
    if (!fixture_layer_refuses(result)) {
        CHECK_SUCCESS(result);
        CHECK(line.cacheLineSize >= 16 && (line.cacheLineSize & (line.cacheLineSize - 1)) == 0);
    }
}

static void test_clock(void)
{
    uint64_t host[2], clock[2];
    CHECK_SUCCESS(zeDeviceGetGlobalTimestamps(device.root, &host[0], &clock[0]));
    CHECK_SUCCESS(zeDeviceGetGlobalTimestamps(device.root, &host[1], &clock[1]));
    CHECK(host[1] >= host[0] && clock[1] >= clock[0]);
}

/* Functions that are not implemented return an error and do not crash. */
static void test_unsupported(void)
{
    ze_image_desc_t image = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC, .width = 1};
    ze_image_handle_t image_handle;
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    void *address;
    size_t page;
    uint32_t count = 0;

    CHECK_RESULT(zeImageCreate(device.context, device.root, &image, &image_handle),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    CHECK_RESULT(zeVirtualMemReserve(device.context, &page, 4096, &address),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    CHECK_RESULT(zeVirtualMemQueryPageSize(device.context, device.root, 4096, &page),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    CHECK_RESULT(zeDevicePciGetPropertiesExt(device.root, &pci),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    CHECK_RESULT(zeFabricVertexGetExp(device.driver, &count, NULL),
                 ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

int main(void)
{
    fixture_start(&device);
    test_driver();
    test_tiles();
    test_capabilities();
    if (!fixture_wraps_handles()) {
        test_vectors();
    }
    test_clock();
    test_unsupported();
    CHECK_SUCCESS(zeContextSystemBarrier(device.context, device.root));
    CHECK_SUCCESS(zeContextGetStatus(device.context));
    fixture_end(&device);
    return 0;
}
