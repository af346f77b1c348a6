/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel objects: their lifetime, arguments, sizes and properties. */
#include "kernel.h"

#include "entries.h"
#include "util/align.h"
#include "util/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The goal of zeKernelSuggestGroupSize: enough work-items to vectorise, and enough groups to
 * distribute.  On processors the work-items of a kernel with barriers run in turns, and each one
 * costs time at every barrier. */
#define SUGGESTED_GROUP_SIZE 256
#define SUGGESTED_GROUP_SIZE_WAITING 32

static void release_kernel(void *object)
{
    zed_kernel_object_t *kernel = object;
    free(kernel->block);
    free(kernel->local_argument_bytes);
    free(kernel->is_set);
    zed_object_drop(kernel->module);
}

/* Commands copy what they need of a kernel; the rest belongs to the module. */
static const zed_class_t kernel_class = {
    .kind = ZED_KIND_KERNEL,
    .bytes = sizeof(zed_kernel_object_t),
    .release = release_kernel,
};

static bool has_required_size(const zed_kernel_t *kernel)
{
    return kernel->required_group_size[0] != 0;
}

static ze_result_t fill_kernel(zed_kernel_object_t *kernel, zed_module_object_t *module,
                               const char *name)
{
    ze_result_t result = zed_driver_engine()->kernel_get(module->module, name, &kernel->kernel);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result,
                        result == ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED
                            ? "kernel %s needs symbols that the module lacks"
                            : "the module has no kernel %s",
                        name);
    }
    const zed_kernel_t *record = kernel->kernel;
    kernel->module = zed_object_keep(module);
    kernel->local_bytes = record->local_static_bytes;
    kernel->block = calloc(1, record->argument_block_bytes + 1u);
    kernel->local_argument_bytes =
        calloc(record->argument_count + 1u, sizeof *kernel->local_argument_bytes);
    kernel->is_set = calloc(record->argument_count + 1u, sizeof *kernel->is_set);
    if (!kernel->block || !kernel->local_argument_bytes || !kernel->is_set) {
        return zed_fail_memory();
    }
    for (int i = 0; i < 3; i++) {
        kernel->group_size[i] = has_required_size(record) ? record->required_group_size[i] : 1;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_create(ze_module_handle_t module_handle, const ze_kernel_desc_t *desc,
                              ze_kernel_handle_t *kernel_handle)
{
    ze_result_t result = zed_object_check(module_handle, ZED_KIND_MODULE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !kernel_handle || !desc->pKernelName) {
        return zed_fail_null(!desc ? "desc" : !kernel_handle ? "phKernel" : "pKernelName");
    }
    if (desc->flags > (ZE_KERNEL_FLAG_FORCE_RESIDENCY | ZE_KERNEL_FLAG_EXPLICIT_RESIDENCY)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "kernel flags 0x%x are unknown",
                        desc->flags);
    }
    zed_kernel_object_t *kernel = zed_object_new(&kernel_class);
    if (!kernel) {
        return zed_fail_memory();
    }
    result = fill_kernel(kernel, (zed_module_object_t *)module_handle, desc->pKernelName);
    if (result != ZE_RESULT_SUCCESS) {
        zed_object_abandon(kernel);
        return result;
    }
    *kernel_handle = (ze_kernel_handle_t)kernel;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_destroy(ze_kernel_handle_t kernel_handle)
{
    return zed_object_retire(kernel_handle, ZED_KIND_KERNEL);
}

static const zed_device_info_t *info_of(const zed_kernel_object_t *kernel)
{
    return kernel->module->device->info;
}

static uint32_t max_group_size(const zed_kernel_object_t *kernel)
{
    const uint32_t own = kernel->kernel->max_group_size;
    const uint32_t most = info_of(kernel)->max_group_size;
    return own != 0 && own < most ? own : most;
}

ze_result_t zed_kernel_set_group_size(ze_kernel_handle_t kernel_handle, uint32_t x, uint32_t y,
                                      uint32_t z)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_kernel_object_t *kernel = (zed_kernel_object_t *)kernel_handle;
    const uint32_t *required = kernel->kernel->required_group_size;
    const uint32_t maximum = max_group_size(kernel);
    const uint32_t *each = info_of(kernel)->max_group_sizes;

    if (x > each[0] || y > each[1] || z > each[2]) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION,
                        "a group of %u x %u x %u work-items; expected at most %u x %u x %u", x, y,
                        z, each[0], each[1], each[2]);
    }
    if (x == 0 || y == 0 || z == 0 || (uint64_t)x * y > maximum || (uint64_t)x * y * z > maximum) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION,
                        "a group of %u x %u x %u work-items is empty or has more than %u", x, y, z,
                        maximum);
    }
    if (has_required_size(kernel->kernel) &&
        (x != required[0] || y != required[1] || z != required[2])) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION,
                        "kernel %s requires groups of %u x %u x %u", kernel->kernel->name,
                        required[0], required[1], required[2]);
    }
    kernel->group_size[0] = x;
    kernel->group_size[1] = y;
    kernel->group_size[2] = z;
    return ZE_RESULT_SUCCESS;
}

static uint32_t least(uint32_t left, uint32_t right)
{
    return left < right ? left : right;
}

/* The largest divisor of `size` that is at most `limit`. */
static uint32_t largest_divisor(uint32_t size, uint32_t limit)
{
    uint32_t divisor = size < limit ? size : limit;
    while (size % divisor != 0) {
        divisor--;
    }
    return divisor;
}

ze_result_t zed_kernel_suggest_group_size(ze_kernel_handle_t kernel_handle, uint32_t global_x,
                                          uint32_t global_y, uint32_t global_z, uint32_t *x,
                                          uint32_t *y, uint32_t *z)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!x || !y || !z) {
        return zed_fail_null("a group size");
    }
    if (global_x == 0 || global_y == 0 || global_z == 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION, "a global size is zero");
    }
    const zed_kernel_object_t *object = (const zed_kernel_object_t *)kernel_handle;
    const zed_kernel_t *kernel = object->kernel;
    if (has_required_size(kernel)) {
        *x = kernel->required_group_size[0];
        *y = kernel->required_group_size[1];
        *z = kernel->required_group_size[2];
        return ZE_RESULT_SUCCESS;
    }
    const bool in_turns = kernel->waits && !zed_driver_engine()->queues;
    const uint32_t suggested = in_turns ? SUGGESTED_GROUP_SIZE_WAITING : SUGGESTED_GROUP_SIZE;
    uint32_t limit = max_group_size(object);
    if (limit > suggested) {
        limit = suggested;
    }
    const uint32_t *each = info_of(object)->max_group_sizes;
    *x = largest_divisor(global_x, least(limit, each[0]));
    *y = largest_divisor(global_y, least(limit / *x, each[1]));
    *z = largest_divisor(global_z, least(limit / *x / *y, each[2]));
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_suggest_max_cooperative_group_count(ze_kernel_handle_t kernel_handle,
                                                           uint32_t *count)
{
    ze_result_t result =
        zed_object_check_with(kernel_handle, ZED_KIND_KERNEL, count, "totalGroupCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *count = zed_kernel_resident_groups((const zed_kernel_object_t *)kernel_handle);
    return ZE_RESULT_SUCCESS;
}

uint32_t zed_kernel_resident_groups(const zed_kernel_object_t *kernel)
{
    const uint32_t items = kernel->group_size[0] * kernel->group_size[1] * kernel->group_size[2];
    return zed_driver_engine()->resident_groups(kernel->kernel, items, kernel->local_bytes);
}

static uint64_t local_begin(uint64_t end)
{
    return ishmemi_align_up(end, ZED_LOCAL_ALIGNMENT);
}

/* The end of the kernel's local memory if argument `index` had this size. */
static uint64_t local_end(const zed_kernel_object_t *kernel, uint32_t index, size_t bytes)
{
    uint64_t end = kernel->kernel->local_static_bytes;
    for (uint32_t i = 0; i < kernel->kernel->argument_count; i++) {
        uint64_t size = i == index ? bytes : kernel->local_argument_bytes[i];
        if (size != 0) {
            end = local_begin(end) + size;
        }
    }
    return end;
}

/* Places the kernel's local arguments after the static variables. */
static void place_local_arguments(zed_kernel_object_t *kernel)
{
    const zed_kernel_t *record = kernel->kernel;
    uint64_t end = record->local_static_bytes;
    for (uint32_t i = 0; i < record->argument_count; i++) {
        if (kernel->local_argument_bytes[i] != 0) {
            uint64_t offset = local_begin(end);
            memcpy(kernel->block + record->arguments[i].offset, &offset, sizeof offset);
            end = offset + kernel->local_argument_bytes[i];
        }
    }
    kernel->local_bytes = (uint32_t)end;
}

static ze_result_t set_local_argument(zed_kernel_object_t *kernel, uint32_t index, size_t bytes)
{
    const zed_kernel_t *record = kernel->kernel;
    uint32_t limit = info_of(kernel)->max_local_bytes;

    if (bytes == 0 || bytes > limit) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                        "argument %u of kernel %s is local memory of %zu bytes; expected 1 to %u",
                        index, record->name, bytes, limit);
    }
    uint64_t end = local_end(kernel, index, bytes);
    if (end > limit) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                        "with %zu bytes for argument %u, kernel %s needs %llu bytes of local "
                        "memory, but there are only %u",
                        bytes, index, record->name, (unsigned long long)end, limit);
    }
    kernel->local_argument_bytes[index] = (uint32_t)bytes;
    kernel->is_set[index] = true;
    place_local_arguments(kernel);
    return ZE_RESULT_SUCCESS;
}

static bool is_number(size_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

/* Programs pass a size_t if a kernel has an int, and vice versa.  As in other drivers, a wider
 * number is cut to its low bytes, and a narrower one is extended with zeros. */
static bool size_suits(const zed_argument_t *argument, size_t bytes)
{
    return bytes == argument->bytes ||
           (argument->kind == ZED_ARGUMENT_VALUE && is_number(bytes) && is_number(argument->bytes));
}

static void set_value(unsigned char *place, size_t place_bytes, const void *value, size_t bytes)
{
    const size_t copied = bytes < place_bytes ? bytes : place_bytes;
    memcpy(place, value, copied);
    memset(place + copied, 0, place_bytes - copied);
}

ze_result_t zed_kernel_set_argument_value(ze_kernel_handle_t kernel_handle, uint32_t index,
                                          size_t bytes, const void *value)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_kernel_object_t *kernel = (zed_kernel_object_t *)kernel_handle;
    const zed_kernel_t *record = kernel->kernel;
    if (index >= record->argument_count) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                        "kernel %s has %u arguments, but none with index %u", record->name,
                        record->argument_count, index);
    }
    const zed_argument_t *argument = &record->arguments[index];
    if (argument->kind == ZED_ARGUMENT_LOCAL) {
        if (value) {
            return zed_fail(
                ZE_RESULT_ERROR_INVALID_ARGUMENT,
                "argument %u of kernel %s is local memory: it takes a size but no value", index,
                record->name);
        }
        return set_local_argument(kernel, index, bytes);
    }
    if (!size_suits(argument, bytes)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                        "argument %u of kernel %s has %zu bytes; expected %u", index, record->name,
                        bytes, argument->bytes);
    }
    if (value) {
        set_value(kernel->block + argument->offset, argument->bytes, value, bytes);
    } else if (argument->kind == ZED_ARGUMENT_POINTER || argument->bytes == sizeof(void *)) {
        /* SYCL runtimes pass a null pointer this way if the kernel has a struct that contains
         * it. */
        memset(kernel->block + argument->offset, 0, argument->bytes);
    } else {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "argument %u of kernel %s is a value, but its address is null", index,
                        record->name);
    }
    kernel->is_set[index] = true;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_check_ready(const zed_kernel_object_t *kernel)
{
    for (uint32_t i = 0; i < kernel->kernel->argument_count; i++) {
        if (!kernel->is_set[i]) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                            "argument %u of kernel %s has not been set", i, kernel->kernel->name);
        }
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_set_global_offset_exp(ze_kernel_handle_t kernel_handle, uint32_t x,
                                             uint32_t y, uint32_t z)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result == ZE_RESULT_SUCCESS) {
        zed_kernel_object_t *kernel = (zed_kernel_object_t *)kernel_handle;
        kernel->global_offset[0] = x;
        kernel->global_offset[1] = y;
        kernel->global_offset[2] = z;
    }
    return result;
}

/* Every kernel reaches every address of the process; the flags are kept only for queries. */
ze_result_t zed_kernel_set_indirect_access(ze_kernel_handle_t kernel_handle,
                                           ze_kernel_indirect_access_flags_t flags)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (flags > (ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST | ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                 ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION,
                        "indirect access flags 0x%x are unknown", flags);
    }
    ((zed_kernel_object_t *)kernel_handle)->indirect_access = flags;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_get_indirect_access(ze_kernel_handle_t kernel_handle,
                                           ze_kernel_indirect_access_flags_t *flags)
{
    ze_result_t result = zed_object_check_with(kernel_handle, ZED_KIND_KERNEL, flags, "pFlags");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *flags = ((zed_kernel_object_t *)kernel_handle)->indirect_access;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_set_cache_config(ze_kernel_handle_t kernel_handle,
                                        ze_cache_config_flags_t flags)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (flags > (ZE_CACHE_CONFIG_FLAG_LARGE_SLM | ZE_CACHE_CONFIG_FLAG_LARGE_DATA)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "cache flags 0x%x are unknown", flags);
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_get_source_attributes(ze_kernel_handle_t kernel_handle, uint32_t *bytes,
                                             char **text)
{
    ze_result_t result = zed_object_check_with(kernel_handle, ZED_KIND_KERNEL, bytes, "pSize");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_kernel_object_t *kernel = (const zed_kernel_object_t *)kernel_handle;
    const char *attributes = kernel->kernel->attributes;
    if (text && *text && *bytes > 0) {
        snprintf(*text, *bytes, "%s", attributes);
    }
    *bytes = (uint32_t)strlen(attributes) + 1;
    return ZE_RESULT_SUCCESS;
}

/* Two hashes with different initial values. */
static void hash_name(const char *name, uint8_t id[ZE_MAX_KERNEL_UUID_SIZE])
{
    const uint64_t hash[2] = {ishmemi_hash(ISHMEMI_HASH_START, name, strlen(name)),
                              ishmemi_hash(UINT64_C(0x84222325cbf29ce4), name, strlen(name))};
    memcpy(id, hash, sizeof hash);
}

ze_result_t zed_kernel_get_properties(ze_kernel_handle_t kernel_handle,
                                      ze_kernel_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(kernel_handle, ZED_KIND_KERNEL, properties, "pKernelProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_kernel_object_t *kernel = (const zed_kernel_object_t *)kernel_handle;
    const zed_kernel_t *record = kernel->kernel;
    const zed_device_info_t *info = info_of(kernel);
    const uint32_t most_items = max_group_size(kernel);

    properties->numKernelArgs = record->argument_count;
    properties->requiredGroupSizeX = record->required_group_size[0];
    properties->requiredGroupSizeY = record->required_group_size[1];
    properties->requiredGroupSizeZ = record->required_group_size[2];
    properties->requiredNumSubGroups = 0;
    properties->requiredSubgroupSize = 0;
    properties->maxSubgroupSize = info->sub_group_size;
    properties->maxNumSubgroups = most_items / info->sub_group_size;
    properties->localMemSize = record->local_static_bytes;
    properties->privateMemSize = record->private_bytes;
    properties->spillMemSize = 0;
    memset(&properties->uuid, 0, sizeof properties->uuid);
    hash_name(record->name, properties->uuid.kid);
    memcpy(properties->uuid.mid, &kernel->module->id, sizeof kernel->module->id);

    ze_kernel_preferred_group_size_properties_t *preferred = (void *)(uintptr_t)zed_extension(
        properties->pNext, ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES);
    if (preferred) {
        preferred->preferredMultiple = info->sub_group_size;
    }
    struct zed_kernel_max_group_size_properties *most = (void *)(uintptr_t)zed_extension(
        properties->pNext, ZED_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES);
    if (most) {
        most->maxGroupSize = most_items;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_kernel_get_name(ze_kernel_handle_t kernel_handle, size_t *bytes, char *name)
{
    ze_result_t result = zed_object_check_with(kernel_handle, ZED_KIND_KERNEL, bytes, "pSize");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const char *source = ((zed_kernel_object_t *)kernel_handle)->kernel->name;
    size_t needed = strlen(source) + 1;
    if (name && *bytes > 0) {
        size_t copied = *bytes < needed ? *bytes : needed;
        memcpy(name, source, copied);
        name[copied - 1] = '\0';
    }
    *bytes = needed;
    return ZE_RESULT_SUCCESS;
}
