/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An engine for the tests of the driver's objects: the executor and the memory are the real ones; a
 * module is anything that begins with SPIR-V's magic number, and has the kernels of kernels.cl,
 * written here in C.  So the objects can be tested without LLVM, and with sanitizers that know
 * nothing of compiled code.
 */
#include "engine/abi.h"
#include "engine/engine.h"
#include "machine/clock.h"
#include "machine/delay.h"
#include "machine/processor.h"
#include "memory/copy.h"
#include "memory/memory.h"
#include "run/launch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define SPIRV_MAGIC 0x07230203u

struct zed_module {
    int unused;
};

static uint64_t global_id(const zed_item_t *item, int dimension)
{
    const zed_group_t *group = item->group;
    return group->global_offset[dimension] +
           group->group_id[dimension] * group->group_size[dimension] + item->local_id[dimension];
}

static void run_nothing(zed_item_t *item, const void *arguments)
{
    (void)item;
    (void)arguments;
}

static void group_nothing(zed_group_t *group, const void *arguments)
{
    (void)group;
    (void)arguments;
}

typedef struct words {
    uint32_t *to;
    uint32_t value;
} words;

static void run_store(zed_item_t *item, const void *arguments)
{
    const words *given = arguments;
    if (global_id(item, 0) == 0) {
        *given->to = given->value;
    }
}

static void run_add(zed_item_t *item, const void *arguments)
{
    const words *given = arguments;
    given->to[global_id(item, 0)] += given->value;
}

static void run_copy(zed_item_t *item, const void *arguments)
{
    uint64_t *const *given = arguments;
    given[0][global_id(item, 0)] = given[1][global_id(item, 0)];
}

typedef struct record_arguments {
    uint64_t *to;
    struct {
        uint32_t first;
        uint64_t second;
        uint8_t bytes[5];
    } record;
} record_arguments;

static void run_unpack(zed_item_t *item, const void *arguments)
{
    (void)item;
    const record_arguments *given = arguments;
    given->to[0] = given->record.first;
    given->to[1] = given->record.second;
    for (int i = 0; i < 5; i++) {
        given->to[2 + i] = given->record.bytes[i];
    }
}

typedef struct local_arguments {
    uint64_t *to;
    uint64_t left, right;
} local_arguments;

static void run_locals(zed_item_t *item, const void *arguments)
{
    const local_arguments *given = arguments;
    uint32_t *left = (uint32_t *)(void *)(item->group->local + given->left);
    uint64_t *right = (uint64_t *)(void *)(item->group->local + given->right);
    given->to[0] = (uint64_t)(uintptr_t)left;
    given->to[1] = (uint64_t)(uintptr_t)right;
    left[item->local_id[0]] = 1;
    right[item->local_id[0]] = 2;
    given->to[2] = left[item->local_id[0]] + right[item->local_id[0]];
}

static void run_ids(zed_item_t *item, const void *arguments)
{
    uint32_t *to = *(uint32_t *const *)arguments;
    const uint64_t *size = item->group->group_size;
    uint64_t linear =
        item->local_id[0] + size[0] * (item->local_id[1] + size[1] * item->local_id[2]);
    for (int i = 0; i < 3; i++) {
        to[3 * linear + (unsigned)i] = (uint32_t)global_id(item, i);
    }
}

typedef struct meet_arguments {
    _Atomic uint32_t *arrived;
    uint32_t expected;
} meet_arguments;

static void run_meet(zed_item_t *item, const void *arguments)
{
    const meet_arguments *given = arguments;
    atomic_fetch_add(given->arrived, 1);
    while (atomic_load(given->arrived) < given->expected) {
        zed_rt_poll(item);
    }
}

#define POINTER(at)                 \
    {                               \
        ZED_ARGUMENT_POINTER, at, 8 \
    }
#define LOCAL(at)                 \
    {                             \
        ZED_ARGUMENT_LOCAL, at, 8 \
    }
#define VALUE(at, bytes)              \
    {                                 \
        ZED_ARGUMENT_VALUE, at, bytes \
    }

static const zed_argument_t words_list[] = {POINTER(0), VALUE(8, 4)};
static const zed_argument_t copy_list[] = {POINTER(0), POINTER(8)};
static const zed_argument_t unpack_list[] = {POINTER(0), VALUE(8, 24)};
static const zed_argument_t locals_list[] = {POINTER(0), LOCAL(8), LOCAL(16)};
static const zed_argument_t ids_list[] = {POINTER(0)};

static const zed_kernel_code_t nothing_code = {run_nothing, group_nothing, NULL, 0};

#define CODE(function) (&(const zed_kernel_code_t){.item = function})

static const zed_kernel_t kernels[] = {
    {.name = "nothing", .attributes = "", .code = &nothing_code},
    {.name = "store",
     .attributes = "",
     .argument_count = 2,
     .arguments = words_list,
     .argument_block_bytes = 16,
     .waits = true,
     .code = CODE(run_store)},
    {.name = "add",
     .attributes = "",
     .argument_count = 2,
     .arguments = words_list,
     .argument_block_bytes = 16,
     .waits = true,
     .code = CODE(run_add)},
    {.name = "copy",
     .attributes = "",
     .argument_count = 2,
     .arguments = copy_list,
     .argument_block_bytes = 16,
     .waits = true,
     .code = CODE(run_copy)},
    {.name = "unpack",
     .attributes = "",
     .argument_count = 2,
     .arguments = unpack_list,
     .argument_block_bytes = 32,
     .waits = true,
     .code = CODE(run_unpack)},
    {.name = "locals",
     .attributes = "",
     .argument_count = 3,
     .arguments = locals_list,
     .argument_block_bytes = 24,
     .waits = true,
     .code = CODE(run_locals)},
    {.name = "ids",
     .attributes = "",
     .argument_count = 1,
     .arguments = ids_list,
     .argument_block_bytes = 8,
     .waits = true,
     .code = CODE(run_ids)},
    {.name = "meet",
     .attributes = "",
     .argument_count = 2,
     .arguments = words_list,
     .argument_block_bytes = 16,
     .waits = true,
     .code = CODE(run_meet)},
};

#define KERNEL_COUNT (sizeof kernels / sizeof kernels[0])

static ze_result_t start(uint32_t *count, const zed_device_info_t **devices)
{
    zed_delay_start();
    *count = 1;
    *devices = zed_processor_describe();
    return ZE_RESULT_SUCCESS;
}

static uint64_t timestamp(uint32_t tile)
{
    (void)tile;
    return zed_clock_now();
}

static ze_device_p2p_property_flags_t peer_access(uint32_t tile, uint32_t peer)
{
    (void)tile;
    (void)peer;
    return ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS | ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS;
}

static ze_result_t memory_import(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                 zed_memory_t **memory)
{
    (void)tile;
    return zed_memory_import(handle, memory);
}

static ze_result_t module_create(uint32_t tile, const zed_module_desc_t *desc,
                                 zed_module_t **module, char **log)
{
    (void)tile;
    for (uint32_t i = 0; i < desc->image_count; i++) {
        uint32_t magic = 0;
        if (desc->image_bytes[i] >= sizeof magic) {
            memcpy(&magic, desc->images[i], sizeof magic);
        }
        if (magic != SPIRV_MAGIC) {
            *log = strdup("no SPIR-V: the magic number is missing");
            return ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
        }
    }
    *log = NULL;
    *module = malloc(sizeof **module);
    return *module != NULL ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
}

static void module_destroy(zed_module_t *module)
{
    free(module);
}

static ze_result_t module_link(uint32_t count, zed_module_t *const *modules, char **log)
{
    (void)count;
    (void)modules;
    *log = NULL;
    return ZE_RESULT_SUCCESS;
}

static const char *const *module_kernel_names(zed_module_t *module)
{
    static const char *names[KERNEL_COUNT + 1];
    (void)module;
    for (size_t i = 0; i < KERNEL_COUNT; i++) {
        names[i] = kernels[i].name;
    }
    return names;
}

static ze_result_t module_global(zed_module_t *module, const char *name, void **address,
                                 size_t *bytes)
{
    (void)module;
    (void)name;
    (void)address;
    (void)bytes;
    return ZE_RESULT_ERROR_INVALID_GLOBAL_NAME;
}

static ze_result_t module_function(zed_module_t *module, const char *name, void **address)
{
    (void)module;
    (void)name;
    (void)address;
    return ZE_RESULT_ERROR_INVALID_FUNCTION_NAME;
}

static bool module_symbol(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol)
{
    (void)module;
    (void)index;
    (void)symbol;
    return false;
}

static ze_result_t module_native(zed_module_t *module, uint8_t **binary, size_t *bytes)
{
    (void)module;
    (void)binary;
    (void)bytes;
    return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}

static ze_result_t kernel_get(zed_module_t *module, const char *name, const zed_kernel_t **kernel)
{
    (void)module;
    for (size_t i = 0; i < KERNEL_COUNT; i++) {
        if (strcmp(kernels[i].name, name) == 0) {
            *kernel = &kernels[i];
            return ZE_RESULT_SUCCESS;
        }
    }
    return ZE_RESULT_ERROR_INVALID_KERNEL_NAME;
}

const zed_engine_t *zed_engine_get(void)
{
    static const zed_engine_t engine = {
        .name = "the double",
        .start = start,
        .timestamp = timestamp,
        .peer_access = peer_access,
        .memory_alloc = zed_memory_alloc,
        .memory_free = zed_memory_free,
        .memory_export = zed_memory_export,
        .memory_verify = zed_memory_verify,
        .memory_import = memory_import,
        .copy = zed_copy,
        .fill = zed_fill,
        .module_create = module_create,
        .module_destroy = module_destroy,
        .module_link = module_link,
        .module_kernel_names = module_kernel_names,
        .module_global = module_global,
        .module_function = module_function,
        .module_symbol = module_symbol,
        .module_native = module_native,
        .kernel_get = kernel_get,
        .resident_groups = zed_launch_resident,
        .launch = zed_launch_run,
    };
    return &engine;
}
