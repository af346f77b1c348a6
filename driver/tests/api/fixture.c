/* SPDX-License-Identifier: BSD-3-Clause */
/* Prepares what the driver's tests need. */
#include "fixture.h"

#include <string.h>

/* A GPU is its own tile. */
static void find_tiles(test_device *device)
{
    device->tile_count = 0;
    CHECK_SUCCESS(zeDeviceGetSubDevices(device->root, &device->tile_count, NULL));
    device->tiles = calloc(device->tile_count + 1, sizeof(ze_device_handle_t));
    CHECK(device->tiles != NULL);
    if (device->gpu) {
        CHECK(device->tile_count == 0);
        device->tile_count = 1;
        device->tiles[0] = device->root;
    } else {
        CHECK_SUCCESS(zeDeviceGetSubDevices(device->root, &device->tile_count, device->tiles));
    }
}

void fixture_start(test_device *device)
{
    uint32_t count = 1;
    CHECK_SUCCESS(zeInit(0));
    CHECK_SUCCESS(zeDriverGet(&count, &device->driver));
    CHECK(count == 1);
    CHECK_SUCCESS(zeDeviceGet(device->driver, &count, &device->root));
    CHECK(count == 1);

    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    CHECK_SUCCESS(zeDeviceGetProperties(device->root, &properties));
    CHECK(properties.type == ZE_DEVICE_TYPE_CPU || properties.type == ZE_DEVICE_TYPE_GPU);
    device->gpu = properties.type == ZE_DEVICE_TYPE_GPU && !getenv("ZECPU_DEVICE_TYPE");
    find_tiles(device);

    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK_SUCCESS(zeContextCreate(device->driver, &desc, &device->context));
}

void fixture_end(test_device *device)
{
    CHECK_SUCCESS(zeContextDestroy(device->context));
    free(device->tiles);
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && strcmp(value, "1") == 0;
}

bool fixture_wraps_handles(void)
{
    return is_set("ZE_ENABLE_LOADER_INTERCEPT");
}

bool fixture_layer_refuses(ze_result_t result)
{
    return result == ZE_RESULT_ERROR_INVALID_ARGUMENT && is_set("ZE_ENABLE_PARAMETER_VALIDATION");
}

bool fixture_is_double(void)
{
    return is_set("ZED_TEST_DOUBLE");
}

ze_memory_type_t fixture_memory_type(const test_device *device)
{
    return device->gpu ? ZE_MEMORY_TYPE_SHARED : ZE_MEMORY_TYPE_DEVICE;
}

/* On a GPU this is shared memory, because tests access it from the host. */
void *fixture_device_memory(test_device *device, size_t bytes)
{
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *address = NULL;
    if (device->gpu) {
        CHECK_SUCCESS(
            zeMemAllocShared(device->context, &desc, &host, bytes, 0, device->tiles[0], &address));
        return address;
    }
    CHECK_SUCCESS(zeMemAllocDevice(device->context, &desc, bytes, 0, device->tiles[0], &address));
    return address;
}

void *fixture_host_memory(test_device *device, size_t bytes)
{
    ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *address = NULL;
    CHECK_SUCCESS(zeMemAllocHost(device->context, &desc, bytes, 0, &address));
    return address;
}

ze_command_list_handle_t fixture_immediate(test_device *device, uint32_t ordinal,
                                           ze_command_queue_mode_t mode)
{
    ze_command_queue_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .ordinal = ordinal, .mode = mode};
    ze_command_list_handle_t list = NULL;
    CHECK_SUCCESS(zeCommandListCreateImmediate(device->context, device->tiles[0], &desc, &list));
    return list;
}

ze_command_list_handle_t fixture_list(test_device *device, uint32_t ordinal)
{
    ze_command_list_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
                                   .commandQueueGroupOrdinal = ordinal};
    ze_command_list_handle_t list = NULL;
    CHECK_SUCCESS(zeCommandListCreate(device->context, device->tiles[0], &desc, &list));
    return list;
}

ze_command_queue_handle_t fixture_queue(test_device *device, uint32_t ordinal,
                                        ze_command_queue_mode_t mode)
{
    ze_command_queue_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .ordinal = ordinal, .mode = mode};
    ze_command_queue_handle_t queue = NULL;
    CHECK_SUCCESS(zeCommandQueueCreate(device->context, device->tiles[0], &desc, &queue));
    return queue;
}

ze_event_pool_handle_t fixture_pool(test_device *device, ze_event_pool_flags_t flags,
                                    uint32_t count)
{
    ze_event_pool_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = flags, .count = count};
    ze_event_pool_handle_t pool = NULL;
    CHECK_SUCCESS(zeEventPoolCreate(device->context, &desc, 0, NULL, &pool));
    return pool;
}

ze_event_handle_t fixture_event(ze_event_pool_handle_t pool, uint32_t index)
{
    ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .index = index};
    ze_event_handle_t event = NULL;
    CHECK_SUCCESS(zeEventCreate(pool, &desc, &event));
    return event;
}

uint8_t *fixture_file(const char *name, size_t *bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("ZED_TEST_KERNELS"), name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    long length = ftell(file);
    CHECK(length > 0);
    rewind(file);
    uint8_t *contents = malloc((size_t)length);
    CHECK(contents != NULL);
    CHECK(fread(contents, 1, (size_t)length, file) == (size_t)length);
    fclose(file);
    *bytes = (size_t)length;
    return contents;
}

ze_module_handle_t fixture_module(test_device *device, const char *name)
{
    static const uint32_t empty[] = {0x07230203, 0x00010000, 0, 1, 0};
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_IL_SPIRV};
    ze_module_handle_t module = NULL;
    ze_module_build_log_handle_t log = NULL;
    uint8_t *image = NULL;

    if (fixture_is_double()) {
        desc.pInputModule = (const uint8_t *)empty;
        desc.inputSize = sizeof empty;
    } else {
        desc.pInputModule = image = fixture_file(name, &desc.inputSize);
    }
    ze_result_t result = zeModuleCreate(device->context, device->tiles[0], &desc, &module, &log);
    if (result != ZE_RESULT_SUCCESS) {
        char text[4096] = "";
        size_t bytes = sizeof text;
        zeModuleBuildLogGetString(log, &bytes, text);
        fprintf(stderr, "%s: 0x%x: %s\n", name, (unsigned)result, text);
        exit(1);
    }
    CHECK_SUCCESS(zeModuleBuildLogDestroy(log));
    free(image);
    return module;
}

ze_kernel_handle_t fixture_kernel(ze_module_handle_t module, const char *name)
{
    ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    ze_kernel_handle_t kernel = NULL;
    CHECK_SUCCESS(zeKernelCreate(module, &desc, &kernel));
    return kernel;
}

void fixture_argument(ze_kernel_handle_t kernel, uint32_t index, size_t bytes, const void *value)
{
    CHECK_SUCCESS(zeKernelSetArgumentValue(kernel, index, bytes, value));
}

void *fixture_function(test_device *device, const char *name)
{
    void *address = NULL;
    CHECK_SUCCESS(zeDriverGetExtensionFunctionAddress(device->driver, name, &address));
    return address;
}
