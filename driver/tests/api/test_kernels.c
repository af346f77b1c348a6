/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels: arguments of every kind, sizes, offsets, properties, launches of every kind. */
#include "fixture.h"

#include <string.h>

typedef struct record {
    uint32_t first;
    uint64_t second;
    uint8_t bytes[5];
} record;

static test_device device;
static ze_module_handle_t module;
static ze_command_list_handle_t list; /* synchronous */

static void launch(ze_kernel_handle_t kernel, uint32_t groups)
{
    ze_group_count_t count = {groups, 1, 1};
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &count, NULL, 0, NULL));
}

static void test_values(void)
{
    enum { ITEMS = 1000 };
    uint32_t *words = fixture_device_memory(&device, ITEMS * sizeof *words);
    ze_kernel_handle_t add = fixture_kernel(module, "add");
    uint32_t value = 5;

    memset(words, 0, ITEMS * sizeof *words);
    fixture_argument(add, 0, sizeof words, &words);
    fixture_argument(add, 1, sizeof value, &value);
    CHECK_SUCCESS(zeKernelSetGroupSize(add, 100, 1, 1));
    launch(add, ITEMS / 100);
    /* Numbers that are wider and narrower than the kernel's parameter. */
    const uint64_t wide = UINT32_MAX;
    fixture_argument(add, 1, sizeof wide, &wide);
    launch(add, ITEMS / 100);
    const uint16_t narrow = 8;
    fixture_argument(add, 1, sizeof narrow, &narrow);
    launch(add, ITEMS / 100);
    for (int i = 0; i < ITEMS; i++) {
        CHECK(words[i] == 12);
    }
    CHECK_SUCCESS(zeKernelDestroy(add));
    CHECK_SUCCESS(zeMemFree(device.context, words));
}

static void test_struct(void)
{
    uint64_t *out = fixture_device_memory(&device, 7 * sizeof *out);
    ze_kernel_handle_t unpack = fixture_kernel(module, "unpack");
    record given = {.first = 1, .second = UINT64_C(1) << 40, .bytes = {2, 3, 5, 7, 11}};

    fixture_argument(unpack, 0, sizeof out, &out);
    fixture_argument(unpack, 1, sizeof given, &given);
    memset(&given, 0xff, sizeof given); /* the kernel has its own copy */
    launch(unpack, 1);
    CHECK(out[0] == 1 && out[1] == UINT64_C(1) << 40);
    CHECK(out[2] == 2 && out[3] == 3 && out[4] == 5 && out[5] == 7 && out[6] == 11);
    CHECK_SUCCESS(zeKernelDestroy(unpack));
    CHECK_SUCCESS(zeMemFree(device.context, out));
}

/* Without a value, a struct of a pointer's size contains a null pointer; larger structs need a
 * value. */
static void test_null(void)
{
    uint64_t *out = fixture_device_memory(&device, 2 * sizeof *out);
    uint64_t *const other = &out[1];
    ze_kernel_handle_t holds = fixture_kernel(module, "holds");
    ze_kernel_handle_t unpack = fixture_kernel(module, "unpack");

    out[1] = 5;
    fixture_argument(holds, 0, sizeof out, &out);
    fixture_argument(holds, 1, sizeof other, &other);
    launch(holds, 1);
    CHECK(out[0] == 5);
    fixture_argument(holds, 1, sizeof other, NULL);
    launch(holds, 1);
    CHECK(out[0] == 77);
    CHECK_RESULT(zeKernelSetArgumentValue(unpack, 1, sizeof(record), NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeKernelDestroy(unpack));
    CHECK_SUCCESS(zeKernelDestroy(holds));
    CHECK_SUCCESS(zeMemFree(device.context, out));
}

static void test_locals(void)
{
    uint64_t *out = fixture_device_memory(&device, 3 * sizeof *out);
    ze_kernel_handle_t locals = fixture_kernel(module, "locals");
    ze_device_compute_properties_t limits = {.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES};

    CHECK_SUCCESS(zeDeviceGetComputeProperties(device.tiles[0], &limits));
    fixture_argument(locals, 0, sizeof out, &out);
    fixture_argument(locals, 1, 10 * sizeof(uint32_t), NULL);
    CHECK_RESULT(zeKernelSetArgumentValue(locals, 2, (size_t)limits.maxSharedLocalMemory, NULL),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    CHECK_RESULT(zeKernelSetArgumentValue(locals, 2, 8, &out), ZE_RESULT_ERROR_INVALID_ARGUMENT);
    fixture_argument(locals, 2, 10 * sizeof(uint64_t), NULL);
    launch(locals, 1);
    CHECK(out[0] % 128 == 0 && out[1] % 128 == 0);
    CHECK(out[1] >= out[0] + 10 * sizeof(uint32_t));
    CHECK(out[2] == 3);

    /* A refused size moves nothing: the second argument stays within the group's memory. */
    uint64_t distance = out[1] - out[0];
    CHECK_RESULT(zeKernelSetArgumentValue(locals, 1, (size_t)limits.maxSharedLocalMemory, NULL),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    launch(locals, 1);
    CHECK(out[1] - out[0] == distance && out[2] == 3);
    CHECK_SUCCESS(zeKernelDestroy(locals));
    CHECK_SUCCESS(zeMemFree(device.context, out));
}

static void test_ids(void)
{
    enum { X = 4, Y = 3, Z = 2, WORDS = 3 * X * Y * Z };
    uint32_t *out = fixture_device_memory(&device, WORDS * sizeof *out);
    ze_kernel_handle_t ids = fixture_kernel(module, "ids");

    fixture_argument(ids, 0, sizeof out, &out);
    CHECK_SUCCESS(zeKernelSetGroupSize(ids, X, Y, Z));
    CHECK_SUCCESS(zeKernelSetGlobalOffsetExp(ids, 100, 200, 300));
    launch(ids, 1);
    for (uint32_t z = 0, *id = out; z < Z; z++) {
        for (uint32_t y = 0; y < Y; y++) {
            for (uint32_t x = 0; x < X; x++, id += 3) {
                CHECK(id[0] == 100 + x && id[1] == 200 + y && id[2] == 300 + z);
            }
        }
    }
    CHECK_SUCCESS(zeKernelDestroy(ids));
    CHECK_SUCCESS(zeMemFree(device.context, out));
}

static void test_sizes(void)
{
    ze_kernel_handle_t add = fixture_kernel(module, "add");
    ze_device_compute_properties_t limits = {.stype = ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES};
    uint32_t x = 0, y = 0, z = 0;

    CHECK_SUCCESS(zeDeviceGetComputeProperties(device.tiles[0], &limits));
    CHECK(limits.maxTotalGroupSize >= 1024);
    CHECK_SUCCESS(zeKernelSetGroupSize(add, limits.maxTotalGroupSize, 1, 1));
    CHECK_RESULT(zeKernelSetGroupSize(add, limits.maxTotalGroupSize, 2, 1),
                 ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    CHECK_RESULT(zeKernelSetGroupSize(add, 0, 1, 1), ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    /* A kernel that waits, and one that does not. */
    ze_kernel_handle_t meet = fixture_kernel(module, "meet");
    CHECK_SUCCESS(zeKernelSuggestGroupSize(meet, 1000, 6, 1, &x, &y, &z));
    CHECK(x > 1 && (x <= 32 || device.gpu) && 1000 % x == 0 && 6 % y == 0 && z == 1);
    CHECK_SUCCESS(zeKernelDestroy(meet));
    ze_kernel_handle_t nothing = fixture_kernel(module, "nothing");
    CHECK_SUCCESS(zeKernelSuggestGroupSize(nothing, 1000, 6, 1, &x, &y, &z));
    CHECK(x > 32 && 1000 % x == 0 && 6 % y == 0 && z == 1);
    CHECK_SUCCESS(zeKernelDestroy(nothing));
    uint32_t groups = 0;
    CHECK_SUCCESS(zeKernelSuggestMaxCooperativeGroupCount(add, &groups));
    CHECK(groups >= 32);
    CHECK_SUCCESS(zeKernelDestroy(add));
}

/* Level Zero 1.6. */
typedef struct max_group_size {
    ze_structure_type_t stype;
    void *next;
    uint32_t most;
} max_group_size;

static void test_properties(void)
{
    ze_kernel_handle_t add = fixture_kernel(module, "add");
    max_group_size group = {.stype = (ze_structure_type_t)0x00010013};
    ze_kernel_preferred_group_size_properties_t preferred = {
        .stype = ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES, .pNext = &group};
    ze_kernel_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES,
                                         .pNext = &preferred};
    char name[16] = "";
    size_t bytes = 0;

    ze_result_t result = zeKernelGetProperties(add, &properties);
    const bool is_refused = fixture_layer_refuses(result);
    if (is_refused) {
        preferred.pNext = NULL;
        result = zeKernelGetProperties(add, &properties);
    }
    CHECK_RESULT(result, ZE_RESULT_SUCCESS);
    CHECK(properties.numKernelArgs == 2 && properties.maxSubgroupSize > 0 &&
          properties.requiredGroupSizeX == 0);
    CHECK(preferred.preferredMultiple > 0);
    if (!is_refused) {
        CHECK_SUCCESS(zeKernelSetGroupSize(add, group.most, 1, 1));
        CHECK_RESULT(zeKernelSetGroupSize(add, group.most + 1, 1, 1),
                     ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    }
    CHECK_SUCCESS(zeKernelGetName(add, &bytes, NULL));
    CHECK(bytes == sizeof "add");
    CHECK_SUCCESS(zeKernelGetName(add, &bytes, name));
    CHECK(strcmp(name, "add") == 0);

    ze_kernel_indirect_access_flags_t flags = 0;
    CHECK_SUCCESS(zeKernelSetIndirectAccess(add, ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE));
    CHECK_SUCCESS(zeKernelGetIndirectAccess(add, &flags));
    CHECK(flags == ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE);
    CHECK_SUCCESS(zeKernelSetCacheConfig(add, ZE_CACHE_CONFIG_FLAG_LARGE_DATA));
    char attributes[8] = "?";
    char *text = attributes;
    uint32_t length = sizeof attributes;
    CHECK_SUCCESS(zeKernelGetSourceAttributes(add, &length, &text));
    CHECK(length == 1 && attributes[0] == '\0');

    uint64_t wrong[2] = {0};
    CHECK_RESULT(zeKernelSetArgumentValue(add, 2, 4, wrong),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
    CHECK_RESULT(zeKernelSetArgumentValue(add, 1, 3, wrong),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    CHECK_RESULT(zeKernelSetArgumentValue(add, 1, 16, wrong),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    CHECK_RESULT(zeKernelSetArgumentValue(add, 0, 16, wrong),
                 ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
    ze_group_count_t one = {1, 1, 1};
    CHECK_RESULT(zeCommandListAppendLaunchKernel(list, add, &one, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeKernelDestroy(add));
}

/* Counts and arguments of indirect launches are read when the launches run. */
static void test_indirect(void)
{
    uint32_t *words = fixture_device_memory(&device, 64 * sizeof *words);
    ze_group_count_t *counts = fixture_host_memory(&device, 3 * sizeof *counts);
    uint32_t *limit = fixture_host_memory(&device, sizeof *limit);
    ze_kernel_handle_t add = fixture_kernel(module, "add");
    ze_kernel_handle_t three[3] = {add, add, add};
    uint32_t value = 1;

    memset(words, 0, 64 * sizeof *words);
    fixture_argument(add, 0, sizeof words, &words);
    fixture_argument(add, 1, sizeof value, &value);
    counts[0] = (ze_group_count_t){64, 1, 1};
    counts[1] = (ze_group_count_t){32, 1, 1};
    counts[2] = (ze_group_count_t){16, 1, 1};
    CHECK_SUCCESS(zeCommandListAppendLaunchKernelIndirect(list, add, &counts[0], NULL, 0, NULL));
    CHECK(words[63] == 1);
    *limit = 2;
    CHECK_SUCCESS(zeCommandListAppendLaunchMultipleKernelsIndirect(list, 3, three, limit, counts,
                                                                   NULL, 0, NULL));
    CHECK(words[0] == 3 && words[31] == 3 && words[32] == 2 && words[63] == 2);

    ze_group_count_t eight = {8, 1, 1};
    ze_group_count_t many = {1 << 20, 1, 1};
    CHECK_SUCCESS(zeCommandListAppendLaunchCooperativeKernel(list, add, &eight, NULL, 0, NULL));
    CHECK(words[7] == 4 && words[8] == 3);
    CHECK_RESULT(zeCommandListAppendLaunchCooperativeKernel(list, add, &many, NULL, 0, NULL),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeKernelDestroy(add));
    CHECK_SUCCESS(zeMemFree(device.context, words));
    CHECK_SUCCESS(zeMemFree(device.context, counts));
    CHECK_SUCCESS(zeMemFree(device.context, limit));
}

/* Kernels on different lists that each wait for all the others. */
static void test_meeting(void)
{
    enum { LISTS = 4, ROUNDS = 50 };
    uint32_t *arrived = fixture_device_memory(&device, sizeof *arrived);
    ze_kernel_handle_t meet = fixture_kernel(module, "meet");
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, LISTS);
    ze_command_list_handle_t lists[LISTS];
    ze_event_handle_t events[LISTS];
    ze_group_count_t one = {1, 1, 1};
    uint32_t expected = LISTS;

    fixture_argument(meet, 0, sizeof arrived, &arrived);
    fixture_argument(meet, 1, sizeof expected, &expected);
    for (uint32_t i = 0; i < LISTS; i++) {
        lists[i] = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
        events[i] = fixture_event(pool, i);
    }
    for (int round = 0; round < ROUNDS; round++) {
        *arrived = 0;
        for (int i = 0; i < LISTS; i++) {
            CHECK_SUCCESS(zeEventHostReset(events[i]));
            CHECK_SUCCESS(
                zeCommandListAppendLaunchKernel(lists[i], meet, &one, events[i], 0, NULL));
        }
        for (int i = LISTS - 1; i >= 0; i--) {
            CHECK_SUCCESS(zeEventHostSynchronize(events[i], FOREVER));
        }
        CHECK(*arrived == LISTS);
    }
    for (int i = 0; i < LISTS; i++) {
        CHECK_SUCCESS(zeEventDestroy(events[i]));
        CHECK_SUCCESS(zeCommandListDestroy(lists[i]));
    }
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeKernelDestroy(meet));
    CHECK_SUCCESS(zeMemFree(device.context, arrived));
}

int main(void)
{
    fixture_start(&device);
    module = fixture_module(&device, "kernels.spv");
    list = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    test_values();
    test_struct();
    if (!fixture_is_double() && !device.gpu) {
        test_null();
    }
    test_locals();
    test_ids();
    test_sizes();
    test_properties();
    test_indirect();
    test_meeting();
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeModuleDestroy(module));
    fixture_end(&device);
    return 0;
}
