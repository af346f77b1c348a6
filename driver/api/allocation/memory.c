/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocates, frees and describes memory. */
#include "memory.h"

#include "entries.h"
#include "stream.h"

#include <stdlib.h>
#include <unistd.h>

static ze_result_t check_flags(uint32_t flags, uint32_t known)
{
    if ((flags & ~known) != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "allocation flags 0x%x are unknown",
                        flags);
    }
    return ZE_RESULT_SUCCESS;
}

/* Memory can be shared only through IPC handles. */
static ze_result_t check_external(const void *chain)
{
    if (zed_extension(chain, ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC) ||
        zed_extension(chain, ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD)) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                        "the device has no external memory");
    }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_device_desc(const ze_device_mem_alloc_desc_t *desc)
{
    if (!desc) {
        return zed_fail_null("device_desc");
    }
    ze_result_t result = check_external(desc->pNext);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return check_flags(desc->flags, ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED |
                                        ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED |
                                        ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT);
}

static ze_result_t check_host_desc(const ze_host_mem_alloc_desc_t *desc)
{
    if (!desc) {
        return zed_fail_null("host_desc");
    }
    ze_result_t result = check_external(desc->pNext);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return check_flags(desc->flags, ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED |
                                        ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED |
                                        ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED |
                                        ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT);
}

static ze_result_t allocate(ze_context_handle_t context_handle, zed_memory_kind_t kind,
                            zed_device_t *device, size_t bytes, size_t alignment, void **address)
{
    if (!address) {
        return zed_fail_null("pptr");
    }
    const zed_device_info_t *info = device ? device->info : zed_driver_info();
    if (bytes == 0 || bytes > info->max_alloc_bytes) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_SIZE,
                        "an allocation of %zu bytes; expected 1 to %llu", bytes,
                        (unsigned long long)info->max_alloc_bytes);
    }
    if ((alignment & (alignment - 1)) != 0) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT,
                        "the alignment %zu is not a power of two", alignment);
    }
    zed_memory_t *memory;
    ze_result_t result = zed_driver_engine()->memory_alloc(kind, device ? device->tile : 0, bytes,
                                                           alignment, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "cannot allocate %zu bytes", bytes);
    }
    void *base = memory->base;
    result = zed_memory_register((zed_context_t *)context_handle, device, memory);
    if (result == ZE_RESULT_SUCCESS) {
        *address = base;
    }
    return result;
}

ze_result_t zed_mem_alloc_device(ze_context_handle_t context_handle,
                                 const ze_device_mem_alloc_desc_t *desc, size_t bytes,
                                 size_t alignment, ze_device_handle_t device_handle, void **address)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = check_device_desc(desc);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (desc->ordinal != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the device has no memory %u",
                        desc->ordinal);
    }
    return allocate(context_handle, ZED_MEMORY_DEVICE, (zed_device_t *)device_handle, bytes,
                    alignment, address);
}

ze_result_t zed_mem_alloc_host(ze_context_handle_t context_handle,
                               const ze_host_mem_alloc_desc_t *desc, size_t bytes, size_t alignment,
                               void **address)
{
    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    if (result == ZE_RESULT_SUCCESS) {
        result = check_host_desc(desc);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return allocate(context_handle, ZED_MEMORY_HOST, NULL, bytes, alignment, address);
}

/* Shared memory need not belong to a device.  It may move, so the ordinal in its descriptor is only
 * a hint, and some programs name memories that the device does not have. */
ze_result_t zed_mem_alloc_shared(ze_context_handle_t context_handle,
                                 const ze_device_mem_alloc_desc_t *device_desc,
                                 const ze_host_mem_alloc_desc_t *host_desc, size_t bytes,
                                 size_t alignment, ze_device_handle_t device_handle, void **address)
{
    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    if (result == ZE_RESULT_SUCCESS && device_handle) {
        result = zed_object_check(device_handle, ZED_KIND_DEVICE);
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = check_device_desc(device_desc);
    }
    if (result == ZE_RESULT_SUCCESS) {
        result = check_host_desc(host_desc);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return allocate(context_handle, ZED_MEMORY_SHARED, (zed_device_t *)device_handle, bytes,
                    alignment, address);
}

ze_result_t zed_mem_free(ze_context_handle_t context_handle, void *address)
{
    ze_result_t result = zed_object_check_with(context_handle, ZED_KIND_CONTEXT, address, "ptr");
    return result == ZE_RESULT_SUCCESS ? zed_memory_drop(address, false) : result;
}

/* The memory cannot be found from the start of this call on, so it cannot be freed twice.  It is
 * freed when every command submitted before has ended. */
static ze_result_t free_blocking(const void *address)
{
    zed_allocation_t taken;
    ze_result_t result = zed_memory_take(address, false, &taken);
    if (result == ZE_RESULT_SUCCESS) {
        zed_stream_wait_all();
        zed_memory_release(&taken);
    }
    return result;
}

typedef struct deferred_free {
    zed_deferred_t deferred;
    zed_allocation_t taken;
} deferred_free_t;

static void end_deferred_free(zed_deferred_t *deferred)
{
    deferred_free_t *freed = (deferred_free_t *)(void *)deferred; /* its first member */
    zed_memory_release(&freed->taken);
    free(freed);
}

static ze_result_t free_deferred(const void *address)
{
    deferred_free_t *deferred = malloc(sizeof *deferred);
    if (!deferred) {
        return zed_fail_memory();
    }
    ze_result_t result = zed_memory_take(address, false, &deferred->taken);
    if (result != ZE_RESULT_SUCCESS) {
        free(deferred);
        return result;
    }
    zed_deferred_release(&deferred->deferred, end_deferred_free);
    return ZE_RESULT_SUCCESS;
}

/* If both policies are requested, the memory is freed when the call returns. */
ze_result_t zed_mem_free_ext(ze_context_handle_t context_handle,
                             const ze_memory_free_ext_desc_t *desc, void *address)
{
    const ze_driver_memory_free_policy_ext_flags_t known =
        ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE |
        ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;

    ze_result_t result = zed_object_check_with(context_handle, ZED_KIND_CONTEXT, address, "ptr");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc) {
        return zed_fail_null("pMemFreeDesc");
    }
    if ((desc->freePolicy & ~known) != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "free policy 0x%x is unknown",
                        desc->freePolicy);
    }
    if ((desc->freePolicy & ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE) != 0) {
        return free_blocking(address);
    }
    if ((desc->freePolicy & ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE) != 0) {
        return free_deferred(address);
    }
    return zed_memory_drop(address, false);
}

/* The device that the program knows the tile by; NULL: the affinity mask hides it. */
static zed_device_t *device_of(uint32_t tile)
{
    for (uint32_t i = 0; i < zed_the_driver.listed_count; i++) {
        zed_device_t *const device = &zed_the_driver.listed[i];
        if (device->tile == tile) {
            return device;
        }
    }
    return NULL;
}

/* Finds the driver's memory and, without its bounds, the program's from elsewhere. */
static bool find_any(const void *address, zed_memory_t *memory, zed_device_t **device)
{
    const zed_engine_t *const engine = zed_driver_engine();
    zed_allocation_t found;
    if (zed_memory_find(address, &found)) {
        *memory = *found.memory;
        *device = found.device;
        return true;
    }
    if (!engine->memory_foreign || !engine->memory_foreign(address, memory)) {
        return false;
    }
    *device = memory->kind == ZED_MEMORY_HOST ? NULL : device_of(memory->tile);
    return true;
}

ze_result_t zed_mem_get_alloc_properties(ze_context_handle_t context_handle, const void *address,
                                         ze_memory_allocation_properties_t *properties,
                                         ze_device_handle_t *device_handle)
{
    static const ze_memory_type_t types[] = {
        [ZED_MEMORY_DEVICE] = ZE_MEMORY_TYPE_DEVICE,
        [ZED_MEMORY_HOST] = ZE_MEMORY_TYPE_HOST,
        [ZED_MEMORY_SHARED] = ZE_MEMORY_TYPE_SHARED,
    };

    ze_result_t result = zed_object_check(context_handle, ZED_KIND_CONTEXT);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!address || !properties) {
        return zed_fail_null(!address ? "ptr" : "pMemAllocProperties");
    }
    zed_memory_t memory;
    zed_device_t *device;
    const bool known = find_any(address, &memory, &device);
    properties->type = known ? types[memory.kind] : ZE_MEMORY_TYPE_UNKNOWN;
    properties->id = known ? memory.id : 0;
    properties->pageSize = !known ? 0
                           : memory.kind == ZED_MEMORY_DEVICE && device
                               ? device->info->page_bytes
                               : (uint64_t)sysconf(_SC_PAGESIZE);
    if (device_handle) {
        *device_handle = known ? (ze_device_handle_t)device : NULL;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_mem_get_address_range(ze_context_handle_t context_handle, const void *address,
                                      void **base, size_t *bytes)
{
    ze_result_t result = zed_object_check_with(context_handle, ZED_KIND_CONTEXT, address, "ptr");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_allocation_t found;
    result = zed_memory_require(address, &found);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (base) {
        *base = found.memory->base;
    }
    if (bytes) {
        *bytes = found.memory->bytes;
    }
    return ZE_RESULT_SUCCESS;
}
