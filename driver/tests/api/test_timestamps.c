/* SPDX-License-Identifier: BSD-3-Clause */
/* Timestamps in the host's time: only mapped events have them, and they are between the host's own
 * readings. */
#include "fixture.h"

#include <string.h>

/* Level Zero 1.6. */
enum {
    MAPPED = 0x8,
    PROPERTIES_TYPE = 0x00010011,
    RESULTS_TYPE = 0x00010012,
    KERNEL_AND_SYNCHRONIZED = 0x3
};

typedef struct properties {
    ze_structure_type_t stype;
    void *next;
    uint32_t flags;
} properties;

typedef struct results {
    ze_structure_type_t stype;
    void *next;
    ze_kernel_timestamp_result_t *kernel;
    ze_kernel_timestamp_result_t *synchronized;
} results;

typedef ze_result_t (*query_times)(ze_event_handle_t, ze_device_handle_t, uint32_t *, results *);
typedef __typeof__(&zeEventPoolCreate) create_pool;

static test_device device;
static query_times query;
static create_pool create;

static ze_event_pool_handle_t new_pool(ze_event_pool_flags_t flags)
{
    ze_event_pool_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = flags, .count = 1};
    ze_event_pool_handle_t pool = NULL;
    CHECK_SUCCESS(create(device.context, &desc, 0, NULL, &pool));
    return pool;
}

/* The uncertainty of the host's time of an event on a GPU, in nanoseconds. */
static uint64_t doubt(void)
{
    return device.gpu ? 200000 : 0;
}

static uint64_t host_now(void)
{
    uint64_t host, on_device;
    CHECK_SUCCESS(zeDeviceGetGlobalTimestamps(device.tiles[0], &host, &on_device));
    return host;
}

static void signal_on_device(ze_event_handle_t event)
{
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    CHECK_SUCCESS(zeCommandListAppendBarrier(list, event, 0, NULL));
    CHECK_SUCCESS(zeCommandListDestroy(list));
}

static void test_mapped(ze_event_pool_flags_t more)
{
    ze_event_pool_handle_t pool = new_pool(MAPPED | more);
    ze_event_handle_t event = fixture_event(pool, 0);
    ze_kernel_timestamp_result_t kernel = {.global.kernelStart = 1},
                                 host = {.global.kernelStart = 1};
    results both = {
        .stype = (ze_structure_type_t)RESULTS_TYPE, .kernel = &kernel, .synchronized = &host};
    uint32_t count = 0;

    CHECK_SUCCESS(query(event, device.tiles[0], &count, NULL));
    CHECK(count == 1);
    CHECK_RESULT(query(event, device.tiles[0], &count, &both), ZE_RESULT_NOT_READY);
    CHECK(kernel.global.kernelStart == 1 && host.global.kernelStart == 1);
    uint64_t before = host_now();
    signal_on_device(event);
    uint64_t after = host_now();
    CHECK_SUCCESS(query(event, device.tiles[0], &count, &both));
    CHECK(before <= host.global.kernelStart + doubt() &&
          host.global.kernelStart <= host.global.kernelEnd &&
          host.global.kernelEnd <= after + doubt());
    CHECK(memcmp(&host.global, &host.context, sizeof host.global) == 0);
    ze_kernel_timestamp_result_t alone;
    CHECK_SUCCESS(zeEventQueryKernelTimestamp(event, &alone));
    CHECK(memcmp(&alone, &kernel, sizeof alone) == 0 && alone.global.kernelStart > 1);
    CHECK_RESULT(query(NULL, device.tiles[0], &count, &both), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    CHECK_RESULT(query(event, NULL, &count, &both), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    CHECK_RESULT(query(event, device.tiles[0], NULL, &both), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK_SUCCESS(zeEventDestroy(event));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

/* An event that keeps only the device's times returns only these, and one that keeps none returns
 * none. */
static void test_others(void)
{
    ze_event_pool_handle_t timed_pool = new_pool(ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
    ze_event_pool_handle_t plain_pool = new_pool(0);
    ze_event_handle_t timed = fixture_event(timed_pool, 0);
    ze_event_handle_t plain = fixture_event(plain_pool, 0);
    ze_kernel_timestamp_result_t kernel = {.global.kernelStart = 1},
                                 host = {.global.kernelStart = 1};
    results wanted = {.stype = (ze_structure_type_t)RESULTS_TYPE, .kernel = &kernel};
    uint32_t count = 1;

    signal_on_device(timed);
    signal_on_device(plain);
    CHECK_SUCCESS(query(timed, device.tiles[0], &count, &wanted));
    CHECK(kernel.global.kernelStart > 1);
    kernel.global.kernelStart = 1;
    wanted.synchronized = &host;
    CHECK_RESULT(query(timed, device.tiles[0], &count, &wanted),
                 ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    CHECK_RESULT(query(plain, device.tiles[0], &count, &wanted),
                 ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT);
    CHECK(kernel.global.kernelStart == 1 && host.global.kernelStart == 1);
    CHECK_SUCCESS(zeEventDestroy(timed));
    CHECK_SUCCESS(zeEventDestroy(plain));
    CHECK_SUCCESS(zeEventPoolDestroy(timed_pool));
    CHECK_SUCCESS(zeEventPoolDestroy(plain_pool));

    ze_event_pool_desc_t two = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                .flags = MAPPED | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
                                .count = 1};
    CHECK_RESULT(create(device.context, &two, 0, NULL, &timed_pool),
                 ZE_RESULT_ERROR_INVALID_ENUMERATION);
}

static void test_announced(void)
{
    properties kinds = {.stype = (ze_structure_type_t)PROPERTIES_TYPE};
    ze_device_properties_t of_device = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES,
                                        .pNext = &kinds};
    ze_driver_extension_properties_t extensions[32];
    uint32_t count = 32;
    bool found = false;

    ze_result_t result = zeDeviceGetProperties(device.root, &of_device);
    if (!fixture_layer_refuses(result)) {
        CHECK_RESULT(result, ZE_RESULT_SUCCESS);
        CHECK(kinds.flags == KERNEL_AND_SYNCHRONIZED);
    }
    CHECK_SUCCESS(zeDriverGetExtensionProperties(device.driver, &count, extensions));
    for (uint32_t i = 0; i < count; i++) {
        found |= strcmp(extensions[i].name, "ZE_extension_event_query_kernel_timestamps") == 0;
    }
    CHECK(found);
}

int main(void)
{
    fixture_start(&device);
    test_announced();
    if (!fixture_wraps_handles()) {
        void *address = fixture_function(&device, "zeEventQueryKernelTimestampsExt");
        memcpy(&query, &address, sizeof query);
        address = fixture_function(&device, "zeEventPoolCreate");
        memcpy(&create, &address, sizeof create);
        test_mapped(0);
        test_mapped(ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC);
        test_others();
    }
    fixture_end(&device);
    return 0;
}
