/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory: kinds, look-ups by any address, and invalid calls. */
#include "fixture.h"

#include <string.h>

static test_device device;

static ze_memory_type_t type_of(const void *address, uint64_t *id, ze_device_handle_t *owner)
{
    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    CHECK_SUCCESS(zeMemGetAllocProperties(device.context, address, &properties, owner));
    *id = properties.id;
    return properties.type;
}

static void test_kinds(void)
{
    ze_device_mem_alloc_desc_t device_desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ze_device_handle_t owner;
    uint64_t first, second;
    void *shared = NULL, *placed = NULL;
    char *memory = fixture_device_memory(&device, 5000);
    char *host = fixture_host_memory(&device, 100);

    CHECK(type_of(memory + 4999, &first, &owner) == fixture_memory_type(&device));
    CHECK(owner == device.tiles[0]);
    CHECK(type_of(host, &second, &owner) == ZE_MEMORY_TYPE_HOST);
    CHECK(owner == NULL && first != second);
    CHECK_SUCCESS(
        zeMemAllocShared(device.context, &device_desc, &host_desc, 64, 256, NULL, &shared));
    CHECK((uintptr_t)shared % 256 == 0);
    device_desc.ordinal = 1; /* where shared memory is initially */
    CHECK_SUCCESS(zeMemAllocShared(device.context, &device_desc, &host_desc, 64, 0, device.tiles[0],
                                   &placed));
    CHECK(type_of(placed, &second, &owner) == ZE_MEMORY_TYPE_SHARED && owner == device.tiles[0]);
    CHECK_SUCCESS(zeMemFree(device.context, placed));
    CHECK_RESULT(zeMemAllocDevice(device.context, &device_desc, 64, 0, device.tiles[0], &placed),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(type_of(shared, &second, &owner) == ZE_MEMORY_TYPE_SHARED);
    CHECK(type_of(&first, &second, &owner) == ZE_MEMORY_TYPE_UNKNOWN);
    CHECK(owner == NULL);

    void *base = NULL;
    size_t bytes = 0;
    CHECK_SUCCESS(zeMemGetAddressRange(device.context, memory + 1234, &base, &bytes));
    CHECK(base == memory && bytes >= 5000);
    CHECK_RESULT(zeMemGetAddressRange(device.context, &first, &base, &bytes),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);

    CHECK_RESULT(zeMemFree(device.context, memory + 8), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    CHECK_RESULT(zeMemFree(device.context, memory), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(type_of(memory, &second, &owner) == ZE_MEMORY_TYPE_UNKNOWN);
    CHECK_SUCCESS(zeMemFree(device.context, host));
    ze_memory_free_ext_desc_t blocking = {.stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
                                          .freePolicy =
                                              ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE};
    CHECK_SUCCESS(zeMemFreeExt(device.context, &blocking, shared));
}

/* Look-ups stay correct among many allocations that are made and freed. */
static void test_many(void)
{
    enum { COUNT = 500 };
    char *memory[COUNT];
    void *base;
    size_t bytes;

    for (size_t i = 0; i < COUNT; i++) {
        memory[i] = fixture_device_memory(&device, 64 + i);
    }
    for (size_t i = 0; i < COUNT; i += 2) {
        CHECK_SUCCESS(zeMemFree(device.context, memory[i]));
    }
    for (size_t i = 0; i < COUNT; i++) {
        bool lives = i % 2 == 1;
        ze_result_t result =
            zeMemGetAddressRange(device.context, memory[i] + 63 + i, &base, &bytes);
        CHECK(!lives || (result == ZE_RESULT_SUCCESS && base == memory[i]));
    }
    for (size_t i = 1; i < COUNT; i += 2) {
        CHECK_SUCCESS(zeMemFree(device.context, memory[i]));
    }
}

/* This uses up only addresses. */
static void test_alignments(void)
{
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    for (size_t alignment = 1; alignment <= (size_t)1 << 38; alignment *= 2) {
        void *address = NULL;
        CHECK_SUCCESS(
            zeMemAllocDevice(device.context, &desc, 5000, alignment, device.root, &address));
        CHECK(address && (uintptr_t)address % alignment == 0);
        CHECK_SUCCESS(zeMemFree(device.context, address));
    }
    void *address = NULL;
    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, 8, (size_t)1 << 62, device.root, &address),
                 ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
}

static void test_wrong_calls(void)
{
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *address = NULL;

    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, 0, 0, device.root, &address),
                 ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, SIZE_MAX / 2, 0, device.root, &address),
                 ZE_RESULT_ERROR_UNSUPPORTED_SIZE);
    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, 8, 3, device.root, &address),
                 ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT);
    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, 8, 0, device.root, NULL),
                 ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    desc.flags = 0x80;
    CHECK_RESULT(zeMemAllocDevice(device.context, &desc, 8, 0, device.root, &address),
                 ZE_RESULT_ERROR_INVALID_ENUMERATION);
    CHECK_RESULT(zeMemFree(device.context, NULL), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    CHECK(address == NULL);
}

static void test_residency(void)
{
    void *memory = fixture_device_memory(&device, 64);
    CHECK_SUCCESS(zeContextMakeMemoryResident(device.context, device.root, memory, 64));
    CHECK_SUCCESS(zeContextEvictMemory(device.context, device.root, memory, 64));
    CHECK_SUCCESS(zeMemFree(device.context, memory));
}

/* Every context finds memory of the others. */
static void test_other_contexts(void)
{
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    test_device other = device;
    uint64_t id;
    ze_device_handle_t owner;
    void *base = NULL;
    size_t bytes = 0;

    CHECK_SUCCESS(zeContextCreate(device.driver, &desc, &other.context));
    char *memory = fixture_device_memory(&other, 100);
    char *rest = fixture_host_memory(&other, 100);
    CHECK(type_of(memory + 99, &id, &owner) == fixture_memory_type(&device));
    CHECK(owner == device.tiles[0]);
    CHECK_SUCCESS(zeMemGetAddressRange(device.context, memory + 50, &base, &bytes));
    CHECK(base == memory && bytes >= 100);

    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    CHECK_SUCCESS(zeCommandListAppendMemoryFill(list, memory, "x", 1, 100, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopyFromContext(list, rest, other.context, memory, 100,
                                                           NULL, 0, NULL));
    CHECK(rest[0] == 'x' && rest[99] == 'x');
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(device.context, memory));
    CHECK_SUCCESS(zeContextDestroy(other.context));
    CHECK(rest[99] == 'x');
    CHECK_SUCCESS(zeMemFree(device.context, rest));
}

/* Each policy frees memory that a waiting command uses, and the command is completed
 * nevertheless. */
static void test_free_policies(void)
{
    ze_driver_memory_free_ext_properties_t policies = {
        .stype = ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES};
    ze_driver_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES,
                                         .pNext = &policies};
    ze_memory_free_ext_desc_t free_desc = {.stype = ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC};
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    enum { BYTES = 1 << 20 };
    char *from = fixture_device_memory(&device, BYTES);
    char *to = fixture_device_memory(&device, BYTES);

    CHECK_SUCCESS(zeDriverGetProperties(device.driver, &properties));
    CHECK(policies.freePolicies == (ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE |
                                    ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE));
    memset(from, 3, BYTES);
    memset(to, 0, BYTES);
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, to, from, BYTES, NULL, 1, &gate));
    free_desc.freePolicy = 4;
    CHECK_RESULT(zeMemFreeExt(device.context, &free_desc, from),
                 ZE_RESULT_ERROR_INVALID_ENUMERATION);
    free_desc.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE;
    CHECK_RESULT(zeMemFreeExt(device.context, &free_desc, from + 1), /* does not wait */
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    free_desc.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;
    CHECK_SUCCESS(zeMemFreeExt(device.context, &free_desc, from));
    CHECK_RESULT(zeMemFreeExt(device.context, &free_desc, from), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK(to[0] == 0);
    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, to + 1, to, 1, NULL, 0, NULL));
    free_desc.freePolicy = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE;
    char *last = fixture_device_memory(&device, 1);
    CHECK_SUCCESS(zeMemFreeExt(device.context, &free_desc, last));
    CHECK(to[0] == 3 && to[BYTES - 1] == 3);
    CHECK_SUCCESS(zeMemFreeExt(device.context, &free_desc, to));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
}

int main(void)
{
    fixture_start(&device);
    test_kinds();
    test_many();
    test_alignments();
    test_wrong_calls();
    test_residency();
    test_other_contexts();
    test_free_policies();
    fixture_end(&device);
    return 0;
}
