/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules of real SPIR-V: logs of faulty ones, both ways of linking, global variables,
 * constants. */
#include "fixture.h"
#include "ze_cpu_ext.h"

#include <string.h>

static test_device device;
static ze_command_list_handle_t list; /* synchronous */

static void read_log(ze_module_build_log_handle_t log, char *text, size_t capacity)
{
    size_t bytes = 0;
    CHECK_SUCCESS(zeModuleBuildLogGetString(log, &bytes, NULL));
    CHECK(bytes >= 1);
    bytes = capacity;
    CHECK_SUCCESS(zeModuleBuildLogGetString(log, &bytes, text));
    CHECK(text[bytes - 1] == '\0');
    CHECK_SUCCESS(zeModuleBuildLogDestroy(log));
}

static void run(ze_module_handle_t module, const char *name, uint32_t *to)
{
    ze_kernel_handle_t kernel = fixture_kernel(module, name);
    ze_group_count_t one = {1, 1, 1};
    fixture_argument(kernel, 0, sizeof to, &to);
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &one, NULL, 0, NULL));
    CHECK_SUCCESS(zeKernelDestroy(kernel));
}

static void refuse(const uint8_t *image, size_t bytes)
{
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_IL_SPIRV,
                             .pInputModule = image,
                             .inputSize = bytes};
    ze_module_handle_t module = NULL;
    ze_module_build_log_handle_t log = NULL;
    char text[4096];

    CHECK_RESULT(zeModuleCreate(device.context, device.tiles[0], &desc, &module, &log),
                 ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(module == NULL);
    if (!fixture_wraps_handles()) {
        read_log(log, text, sizeof text);
        CHECK(text[0] != '\0');
    }
    CHECK_RESULT(zeModuleCreate(device.context, device.tiles[0], &desc, &module, NULL),
                 ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
}

static void test_faulty(void)
{
    size_t bytes;
    uint8_t *image = fixture_file("kernels.spv", &bytes);
    uint8_t text[] = "this is no SPIR-V at all";

    refuse(text, sizeof text);
    refuse(image, 3);
    refuse(image, bytes / 8 * 4 + 4); /* cut off */
    image[0] ^= 0xff;
    refuse(image, bytes);
    free(image);
}

/* Names are in the order in which kernels.cl defines the kernels. */
static void test_names(void)
{
    static const char *const expected[] = {"nothing", "store",  "add", "copy", "holds",
                                           "unpack",  "locals", "ids", "meet"};
    ze_module_handle_t module = fixture_module(&device, "kernels.spv");
    const char *names[32];
    uint32_t count = 0;
    ze_module_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES};
    void *function = NULL;

    CHECK_SUCCESS(zeModuleGetKernelNames(module, &count, NULL));
    CHECK(count == 9);
    CHECK_SUCCESS(zeModuleGetKernelNames(module, &count, names));
    for (uint32_t i = 0; i < count; i++) {
        CHECK(strcmp(names[i], expected[i]) == 0);
    }
    CHECK_SUCCESS(zeModuleGetProperties(module, &properties));
    CHECK(properties.flags == 0);
    CHECK_SUCCESS(zeModuleGetFunctionPointer(module, "add", &function));
    CHECK(function != NULL);
    CHECK_RESULT(zeModuleGetFunctionPointer(module, "no_such_function", &function),
                 ZE_RESULT_ERROR_INVALID_FUNCTION_NAME);
    CHECK_SUCCESS(zeModuleDestroy(module));
}

/* user.cl calls a function of library.cl. */
static void test_program(uint32_t *to)
{
    size_t sizes[2];
    uint8_t *images[2] = {fixture_file("user.spv", &sizes[0]),
                          fixture_file("library.spv", &sizes[1])};
    ze_module_program_exp_desc_t program = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC,
                                            .count = 2,
                                            .inputSizes = sizes,
                                            .pInputModules = (const uint8_t **)images};
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .pNext = &program,
                             .format = ZE_MODULE_FORMAT_IL_SPIRV,
                             .pInputModule = images[0],
                             .inputSize = sizes[0]};
    ze_module_handle_t module = NULL;
    ze_module_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES};

    CHECK_SUCCESS(zeModuleCreate(device.context, device.tiles[0], &desc, &module, NULL));
    CHECK_SUCCESS(zeModuleGetProperties(module, &properties));
    CHECK(properties.flags == 0);
    *to = 5;
    run(module, "use_library", to);
    CHECK(*to == 5 * 3 + 1000);
    CHECK_SUCCESS(zeModuleDestroy(module));
    free(images[0]);
    free(images[1]);
}

static void test_inspection(ze_module_handle_t modules[2])
{
    ze_module_build_log_handle_t log = NULL;
    char text[4096];
    ze_linkage_inspection_ext_desc_t inspect = {
        .stype = ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC,
        .flags = ZE_LINKAGE_INSPECTION_EXT_FLAG_IMPORTS |
                 ZE_LINKAGE_INSPECTION_EXT_FLAG_UNRESOLVABLE_IMPORTS |
                 ZE_LINKAGE_INSPECTION_EXT_FLAG_EXPORTS};
    CHECK_SUCCESS(zeModuleInspectLinkageExt(&inspect, 2, modules, &log));
    read_log(log, text, sizeof text);
    CHECK(strstr(text, "module 0 imports library_function\n") != NULL);
    CHECK(strstr(text, "module 1 exports library_function\n") != NULL);
    CHECK(strstr(text, "which no module exports") == NULL);
}

static void test_dynamic_link(uint32_t *to)
{
    ze_module_handle_t modules[2] = {fixture_module(&device, "user.spv"),
                                     fixture_module(&device, "library.spv")};
    ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "use_library"};
    ze_module_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES};
    ze_module_build_log_handle_t log = NULL;
    ze_kernel_handle_t kernel = NULL;
    char text[4096];

    CHECK_SUCCESS(zeModuleGetProperties(modules[0], &properties));
    CHECK(properties.flags == ZE_MODULE_PROPERTY_FLAG_IMPORTS);
    CHECK_RESULT(zeKernelCreate(modules[0], &desc, &kernel),
                 ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED);
    CHECK_RESULT(zeModuleDynamicLink(1, modules, &log), ZE_RESULT_ERROR_MODULE_LINK_FAILURE);
    read_log(log, text, sizeof text);
    CHECK(strstr(text, "library_function") != NULL);

    test_inspection(modules);
    CHECK_SUCCESS(zeModuleDynamicLink(2, modules, &log));
    CHECK_SUCCESS(zeModuleBuildLogDestroy(log));
    *to = 7;
    run(modules[0], "use_library", to);
    CHECK(*to == 7 * 3 + 1000);
    CHECK_SUCCESS(zeModuleDestroy(modules[0]));
    CHECK_SUCCESS(zeModuleDestroy(modules[1]));
}

static void test_globals(uint32_t *to)
{
    ze_module_handle_t module = fixture_module(&device, "library.spv");
    uint32_t *variable = NULL;
    size_t bytes = 0;

    CHECK_SUCCESS(zeModuleGetGlobalPointer(module, "library_variable", &bytes, (void **)&variable));
    CHECK(bytes == sizeof *variable && *variable == 1000);
    *variable = 4;
    *to = 1;
    run(module, "use_variable", to);
    CHECK(*to == 4 && *variable == 5);
    CHECK_RESULT(zeModuleGetGlobalPointer(module, "no_such_variable", &bytes, (void **)&variable),
                 ZE_RESULT_ERROR_INVALID_GLOBAL_NAME);
    CHECK_SUCCESS(zeModuleDestroy(module));
}

static uint32_t given;

static void count_given(void)
{
    given++;
}

static void expect_given(ze_module_handle_t module, uint32_t *to, uint32_t value)
{
    run(module, "use_given", to);
    CHECK(*to == value);
}

static ze_cpu_pfn_set_module_variable_t find_set(void)
{
    void *address = NULL;
    ze_cpu_pfn_set_module_variable_t set;
    CHECK_SUCCESS(
        zeDriverGetExtensionFunctionAddress(device.driver, ZE_CPU_SET_MODULE_VARIABLE, &address));
    memcpy(&set, &address, sizeof set);
    return set;
}

/* Existing modules, later ones, and those after the end. */
static void test_given(uint32_t *to)
{
    const ze_cpu_pfn_set_module_variable_t set = find_set();
    uint64_t value = 20;
    ze_module_handle_t before = fixture_module(&device, "library.spv");
    ze_module_handle_t without = fixture_module(&device, "kernels.spv");
    expect_given(before, to, 7);
    set("given_variable", &value, sizeof value, count_given);
    CHECK(given == 1);
    ze_module_handle_t later = fixture_module(&device, "library.spv");
    CHECK(given == 2);
    expect_given(before, to, 20);
    expect_given(later, to, 20);
    CHECK_SUCCESS(zeModuleDestroy(before));
    value = 21;
    set("given_variable", &value, sizeof value, count_given);
    CHECK(given == 3);
    expect_given(later, to, 21);
    set(NULL, NULL, 0, NULL);
    ze_module_handle_t last = fixture_module(&device, "library.spv");
    CHECK(given == 3);
    expect_given(last, to, 7);
    expect_given(later, to, 21);
    CHECK_SUCCESS(zeModuleDestroy(last));
    CHECK_SUCCESS(zeModuleDestroy(later));
    CHECK_SUCCESS(zeModuleDestroy(without));
}

/* A variable that is shorter than the value, and one that is longer. */
static void test_given_sizes(uint32_t *to)
{
    const ze_cpu_pfn_set_module_variable_t set = find_set();
    const uint32_t value[] = {50, 60, 70};
    size_t bytes = 0;
    void *words = NULL;
    ze_module_handle_t module = fixture_module(&device, "library.spv");
    given = 0;
    set("given_variable", value, sizeof value, count_given);
    expect_given(module, to, 50);
    set("given_words", value, sizeof value, count_given);
    CHECK_SUCCESS(zeModuleGetGlobalPointer(module, "given_words", &bytes, &words));
    CHECK(bytes == 4 * sizeof *value);
    run(module, "use_words", to);
    CHECK(to[0] == 50 && to[1] == 60 && to[2] == 70 && to[3] == 4);
    CHECK(given == 2);
    set(NULL, NULL, 0, NULL);
    CHECK_SUCCESS(zeModuleDestroy(module));
}

int main(void)
{
    fixture_start(&device);
    list = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    uint32_t *to = fixture_device_memory(&device, 4 * sizeof *to);
    test_faulty();
    test_names();
    test_program(to);
    if (!fixture_wraps_handles()) { /* the loader mistakes the list of modules for a module */
        test_dynamic_link(to);
    }
    test_globals(to);
    test_given(to);
    test_given_sizes(to);
    CHECK_SUCCESS(zeMemFree(device.context, to));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    fixture_end(&device);
    return 0;
}
