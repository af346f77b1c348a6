/* SPDX-License-Identifier: BSD-3-Clause */
/* Null and stale handles, null pointers, unknown flags: each returns Level Zero's own error
 * code. */
#include "fixture.h"

#include <string.h>

static test_device device;

/* The driver's message about its last failure. */
static const char *last_error(void)
{
    const char *text = NULL;
    ze_result_t (*ask)(ze_driver_handle_t, const char **);
    void *address = fixture_function(&device, "zeDriverGetLastErrorDescription");
    memcpy(&ask, &address, sizeof ask);
    CHECK_SUCCESS(ask(device.driver, &text));
    return text;
}

static void test_null_handles(void)
{
    const ze_result_t expected = ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    uint32_t count = 0;
    void *address = NULL;
    size_t bytes = 0;
    ze_device_mem_alloc_desc_t memory = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ze_command_queue_desc_t queue_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_command_queue_handle_t queue = NULL;
    ze_group_count_t one = {1, 1, 1};
    ze_device_handle_t none;

    CHECK_RESULT(zeDeviceGet(NULL, &count, NULL), expected);
    CHECK_RESULT(zeDeviceGetProperties(NULL, &properties), expected);
    CHECK_RESULT(zeDeviceGetSubDevices(NULL, &count, &none), expected);
    CHECK_RESULT(zeContextDestroy(NULL), expected);
    CHECK_RESULT(zeMemAllocDevice(NULL, &memory, 8, 0, device.root, &address), expected);
    CHECK_RESULT(zeMemAllocDevice(device.context, &memory, 8, 0, NULL, &address), expected);
    CHECK_RESULT(zeMemGetAddressRange(NULL, &count, &address, &bytes), expected);
    CHECK_RESULT(zeCommandQueueCreate(NULL, device.root, &queue_desc, &queue), expected);
    CHECK_RESULT(zeCommandQueueSynchronize(NULL, 0), expected);
    CHECK_RESULT(zeCommandListClose(NULL), expected);
    CHECK_RESULT(zeCommandListAppendBarrier(NULL, NULL, 0, NULL), expected);
    CHECK_RESULT(zeCommandListAppendLaunchKernel(NULL, NULL, &one, NULL, 0, NULL), expected);
    CHECK_RESULT(zeEventHostSignal(NULL), expected);
    CHECK_RESULT(zeEventPoolDestroy(NULL), expected);
    CHECK_RESULT(zeFenceQueryStatus(NULL), expected);
    CHECK_RESULT(zeModuleDestroy(NULL), expected);
    CHECK_RESULT(zeModuleBuildLogDestroy(NULL), expected);
    CHECK_RESULT(zeKernelSetGroupSize(NULL, 1, 1, 1), expected);
}

/* A destroyed object, an object of another kind, and numbers that are not handles. */
static void test_stale_handles(void)
{
    const ze_result_t expected = ZE_RESULT_ERROR_INVALID_ARGUMENT;
    ze_event_pool_handle_t pool = fixture_pool(&device, 0, 1);
    ze_event_handle_t event = fixture_event(pool, 0);
    ze_command_list_handle_t list = fixture_list(&device, 0);

    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_RESULT(zeEventDestroy(event), expected);
    CHECK_RESULT(zeEventHostSynchronize(event, 0), expected);
    CHECK_RESULT(zeCommandListAppendBarrier(list, event, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    CHECK_RESULT(zeCommandListAppendBarrier(list, NULL, 1, &event),
                 ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_RESULT(zeEventPoolDestroy(pool), expected);
    CHECK_RESULT(zeEventHostSignal((ze_event_handle_t)list), expected);
    CHECK_RESULT(zeCommandListClose((ze_command_list_handle_t)device.context), expected);
    CHECK_RESULT(zeCommandListClose((ze_command_list_handle_t)(uintptr_t)7), expected);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_RESULT(zeCommandListDestroy(list), expected);
    CHECK_RESULT(zeCommandListAppendBarrier(list, NULL, 0, NULL), expected);

    CHECK_RESULT(zeEventHostSignal(event), expected);
    CHECK(strstr(last_error(), "event") != NULL);
}

/* The driver names the argument by its name in Level Zero. */
static void test_null_pointer_names(void)
{
    __typeof__(&zeDeviceGetProperties) get_properties;
    __typeof__(&zeEventPoolGetIpcHandle) get_handle;
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_IPC, 1);
    void *address = fixture_function(&device, "zeDeviceGetProperties");
    memcpy(&get_properties, &address, sizeof get_properties);
    address = fixture_function(&device, "zeEventPoolGetIpcHandle");
    memcpy(&get_handle, &address, sizeof get_handle);

    CHECK_RESULT(get_properties(device.root, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK(strstr(last_error(), "pDeviceProperties") != NULL);
    CHECK_RESULT(get_handle(pool, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK(strstr(last_error(), "phIpc") != NULL);
    CHECK_RESULT(get_handle(NULL, NULL), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    CHECK(strstr(last_error(), "event pool") != NULL);
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

static void test_null_pointers(void)
{
    const ze_result_t expected = ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    ze_command_list_handle_t list = fixture_list(&device, 0);
    ze_command_queue_handle_t queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_DEFAULT);
    ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_event_handle_t event = NULL;
    char byte = 0;

    CHECK_RESULT(zeDeviceGetProperties(device.root, NULL), expected);
    CHECK_RESULT(zeContextCreate(device.driver, NULL, &device.context), expected);
    CHECK_RESULT(zeCommandQueueCreate(device.context, device.root, NULL, &queue), expected);
    CHECK_RESULT(zeCommandQueueCreate(device.context, device.root, &desc, NULL), expected);
    CHECK_RESULT(zeCommandListAppendMemoryCopy(list, NULL, &byte, 1, NULL, 0, NULL), expected);
    CHECK_RESULT(zeCommandListAppendMemoryCopy(list, &byte, NULL, 1, NULL, 0, NULL), expected);
    CHECK_RESULT(zeCommandListAppendMemoryFill(list, &byte, NULL, 1, 1, NULL, 0, NULL), expected);
    if (!fixture_wraps_handles()) { /* the loader dereferences these */
        CHECK_RESULT(zeDriverGet(NULL, NULL), expected);
        CHECK_RESULT(zeCommandQueueExecuteCommandLists(queue, 1, NULL, NULL), expected);
        CHECK_RESULT(zeModuleDynamicLink(1, NULL, NULL), expected);
    }
    ze_event_pool_handle_t pool = fixture_pool(&device, 0, 1);
    CHECK_RESULT(zeEventCreate(pool, NULL, &event), expected);
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeCommandListDestroy(list));
}

static void test_wrong_values(void)
{
    ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .ordinal = 9};
    ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .count = 0};
    ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .index = 5};
    ze_command_list_handle_t compute = fixture_list(&device, 0);
    ze_command_list_handle_t copy = fixture_list(&device, 1);
    ze_command_queue_handle_t queue = NULL;
    ze_event_pool_handle_t pool = NULL;
    ze_event_handle_t event = NULL;

    CHECK_RESULT(zeCommandQueueCreate(device.context, device.root, &desc, &queue),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    desc.ordinal = 0;
    desc.mode = (ze_command_queue_mode_t)17;
    CHECK_RESULT(zeCommandQueueCreate(device.context, device.root, &desc, &queue),
                 ZE_RESULT_ERROR_INVALID_ENUMERATION);
    CHECK_RESULT(zeEventPoolCreate(device.context, &pool_desc, 0, NULL, &pool),
                 ZE_RESULT_ERROR_INVALID_SIZE);
    pool_desc.count = 1;
    pool_desc.flags = 0x100;
    CHECK_RESULT(zeEventPoolCreate(device.context, &pool_desc, 0, NULL, &pool),
                 ZE_RESULT_ERROR_INVALID_ENUMERATION);
    pool = fixture_pool(&device, 0, 1);
    CHECK_RESULT(zeEventCreate(pool, &event_desc, &event), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    if (!fixture_wraps_handles()) { /* the loader dereferences it */
        CHECK_RESULT(zeCommandListAppendBarrier(compute, NULL, 1, NULL),
                     ZE_RESULT_ERROR_INVALID_SIZE);
    }

    /* A list of one queue group goes only to queues of that group, and kernels only to groups that
     * compute. */
    ze_module_handle_t module = fixture_module(&device, "kernels.spv");
    ze_kernel_handle_t kernel = fixture_kernel(module, "nothing");
    ze_group_count_t one = {1, 1, 1};
    queue = fixture_queue(&device, 0, ZE_COMMAND_QUEUE_MODE_DEFAULT);
    CHECK_RESULT(zeCommandListAppendLaunchKernel(copy, kernel, &one, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
    CHECK_SUCCESS(zeCommandListClose(copy));
    CHECK_RESULT(zeCommandQueueExecuteCommandLists(queue, 1, &copy, NULL),
                 ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);

    ze_kernel_desc_t kernel_desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
                                    .pKernelName = "no such kernel"};
    CHECK_RESULT(zeKernelCreate(module, &kernel_desc, &kernel),
                 ZE_RESULT_ERROR_INVALID_KERNEL_NAME);
    CHECK_SUCCESS(zeKernelDestroy(kernel));
    CHECK_SUCCESS(zeModuleDestroy(module));
    CHECK_SUCCESS(zeCommandQueueDestroy(queue));
    CHECK_SUCCESS(zeCommandListDestroy(compute));
    CHECK_SUCCESS(zeCommandListDestroy(copy));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

int main(void)
{
    fixture_start(&device);
    if (!fixture_wraps_handles()) {
        test_null_handles();
        test_stale_handles();
        test_null_pointer_names();
    }
    test_null_pointers();
    test_wrong_values();
    fixture_end(&device);
    return 0;
}
