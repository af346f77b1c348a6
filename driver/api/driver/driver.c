/* SPDX-License-Identifier: BSD-3-Clause */
/* Start-up of the driver, and the queries of zeDriver... */
#include "driver.h"

#include "entries.h"
#include "wait.h"
#include "ze_cpu_ext.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

zed_driver_t zed_the_driver;

/* The API's minor version of the oldest loader.  Written when a loader asks for tables, read when
 * it asks for extensions.  Nothing else depends on it, so relaxed. */
static _Atomic(uint32_t) loader_minor = UINT32_MAX;

/* started is guarded by start_lock. */
static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static bool started;

static const struct {
    const char *name;
    uint32_t version;
} extensions[] = {
    {ZE_MODULE_PROGRAM_EXP_NAME, ZE_MODULE_PROGRAM_EXP_VERSION_CURRENT},
    {ZE_GLOBAL_OFFSET_EXP_NAME, ZE_GLOBAL_OFFSET_EXP_VERSION_CURRENT},
    {ZE_EVENT_QUERY_TIMESTAMPS_EXP_NAME, ZE_EVENT_QUERY_TIMESTAMPS_EXP_VERSION_CURRENT},
    {ZED_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZED_KERNEL_MAX_GROUP_SIZE_PROPERTIES_EXT_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZED_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZE_FLOAT_ATOMICS_EXT_NAME, ZE_FLOAT_ATOMICS_EXT_VERSION_CURRENT},
    {ZE_SUBGROUPS_EXT_NAME, ZE_SUBGROUP_EXT_VERSION_CURRENT},
    {ZE_LINKAGE_INSPECTION_EXT_NAME, ZE_LINKAGE_INSPECTION_EXT_VERSION_CURRENT},
    {ZE_MEMORY_FREE_POLICIES_EXT_NAME, ZE_MEMORY_FREE_POLICIES_EXT_VERSION_CURRENT},
    {ZED_CACHELINE_SIZE_EXT_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZED_DEVICE_VECTOR_SIZES_EXT_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZED_EVENT_POOL_COUNTER_BASED_EXP_NAME, ZE_MAKE_VERSION(1, 0)},
    {ZE_CPU_PROCESSOR_EXT_NAME, ZE_MAKE_VERSION(1, 0)},
};

#define VECTOR_SIZES_MINOR 13

void zed_driver_note_loader(uint32_t minor)
{
    uint32_t oldest = atomic_load_explicit(&loader_minor, memory_order_relaxed);
    while (minor < oldest &&
           !atomic_compare_exchange_weak_explicit(&loader_minor, &oldest, minor,
                                                  memory_order_relaxed, memory_order_relaxed)) {
    }
}

static bool has_extension(const char *name)
{
    if (strcmp(name, ZED_EVENT_POOL_COUNTER_BASED_EXP_NAME) == 0 ||
        strcmp(name, ZE_CPU_PROCESSOR_EXT_NAME) == 0) {
        return zed_the_driver.info->is_processor;
    }
    /* Intel's SYCL runtime gets the function from the loader, and calls it even if the loader is
     * too old to have it. */
    if (strcmp(name, ZED_DEVICE_VECTOR_SIZES_EXT_NAME) == 0) {
        return atomic_load_explicit(&loader_minor, memory_order_relaxed) >= VECTOR_SIZES_MINOR;
    }
    return true;
}

const void *zed_extension(const void *chain, ze_structure_type_t type)
{
    for (const ze_base_desc_t *link = chain; link; link = link->pNext) {
        if (link->stype == type) {
            return link;
        }
    }
    return NULL;
}

static void make_device(zed_device_t *device, const zed_device_info_t *info, zed_device_t *root,
                        uint32_t tile)
{
    *device = (zed_device_t){.info = info, .root = root, .tile = tile};
    zed_object_label(&device->object, ZED_KIND_DEVICE);
}

/* Makes the root device and its visible tiles; the tiles go to the end of the driver's. */
static void make_root(zed_device_t *root, const zed_device_info_t *info,
                      const zed_affinity_t *affinity, const bool *visible, zed_device_t *tiles)
{
    uint32_t found = 0;
    for (uint32_t tile = info->first_tile; found < affinity->count; tile++) {
        if (visible[tile]) {
            make_device(&tiles[found], info, root, tile);
            tiles[found].single = true;
            found++;
        }
    }
    make_device(root, info, root, tiles[0].tile);
    root->single = affinity->single || !info->has_sub_devices;
    root->sub_devices = tiles;
    root->sub_device_count = root->single ? 0 : found;
}

/* What the mask shows of each root device, and of all tiles. */
static bool read_mask(zed_driver_t *driver, uint32_t count, const zed_device_info_t *infos,
                      zed_affinity_t **affinities, bool **visible)
{
    const uint32_t tiles = infos[count - 1].first_tile + infos[count - 1].tiles;
    *affinities = calloc(count, sizeof **affinities);
    *visible = calloc(tiles, sizeof **visible);
    if (!*affinities || !*visible) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        (*affinities)[i].first_tile = infos[i].first_tile;
        (*affinities)[i].tiles = infos[i].tiles;
    }
    driver->hierarchy = zed_hierarchy_read(secure_getenv("ZE_FLAT_DEVICE_HIERARCHY"));
    zed_affinity_read(secure_getenv("ZE_AFFINITY_MASK"), driver->hierarchy, count, *affinities,
                      *visible);
    return true;
}

/* Makes the devices that the affinity mask shows. */
static bool make_devices(zed_driver_t *driver, uint32_t count, const zed_device_info_t *infos)
{
    zed_affinity_t *affinities;
    bool *visible;
    const bool read = read_mask(driver, count, infos, &affinities, &visible);
    driver->roots = calloc(count, sizeof *driver->roots);
    driver->tiles =
        calloc(infos[count - 1].first_tile + infos[count - 1].tiles, sizeof *driver->tiles);
    const bool made = read && driver->roots && driver->tiles;
    uint32_t roots = 0;
    uint32_t tiles = 0;
    for (uint32_t i = 0; made && i < count; i++) {
        if (affinities[i].count != 0) {
            make_root(&driver->roots[roots], &infos[i], &affinities[i], visible,
                      &driver->tiles[tiles]);
            roots++;
            tiles += affinities[i].count;
        }
    }
    free(affinities);
    free(visible);
    const bool composite = driver->hierarchy == ZED_COMPOSITE;
    driver->info = infos;
    driver->listed = composite ? driver->roots : driver->tiles;
    driver->listed_count = composite ? roots : tiles;
    return made;
}

static ze_result_t start_driver(zed_driver_t *driver)
{
    const zed_engine_t *engine = zed_engine_get();
    uint32_t count;
    const zed_device_info_t *infos;
    ze_result_t result = engine->start(&count, &infos);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!make_devices(driver, count, infos)) {
        return zed_fail_memory();
    }
    zed_object_label(&driver->object, ZED_KIND_DRIVER);
    zed_signal_poll(engine->queues != NULL);
    driver->engine = engine;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t start_once(void)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    pthread_mutex_lock(&start_lock);
    if (!started) {
        result = start_driver(&zed_the_driver);
        started = result == ZE_RESULT_SUCCESS;
    }
    pthread_mutex_unlock(&start_lock);
    return result;
}

/* A processor stands in for a GPU, so only a program that wants neither is refused. */
ze_result_t zed_init(ze_init_flags_t flags)
{
    if (flags > (ZE_INIT_FLAG_GPU_ONLY | ZE_INIT_FLAG_VPU_ONLY)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "zeInit flags 0x%x are unknown",
                        flags);
    }
    if (flags == ZE_INIT_FLAG_VPU_ONLY) {
        return zed_fail(ZE_RESULT_ERROR_UNINITIALIZED, "the driver has no VPU");
    }
    return start_once();
}

ze_result_t zed_driver_get(uint32_t *count, ze_driver_handle_t *drivers)
{
    if (!count) {
        return zed_fail_null("pCount");
    }
    if (!zed_driver_engine()) {
        return zed_fail(ZE_RESULT_ERROR_UNINITIALIZED, "zeInit has not been called");
    }
    if (zed_list_count(count, 1, drivers) != 0) {
        drivers[0] = (ze_driver_handle_t)&zed_the_driver;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_init_drivers(uint32_t *count, ze_driver_handle_t *drivers,
                             struct zed_init_driver_type_desc *desc)
{
    enum { DRIVER_TYPE_GPU = 1 };

    if (!count || !desc) {
        return zed_fail_null(!count ? "pCount" : "desc");
    }
    if (desc->flags == 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION,
                        "zeInitDrivers was called without a type of driver");
    }
    if ((desc->flags & DRIVER_TYPE_GPU) == 0) {
        return zed_fail(ZE_RESULT_ERROR_UNINITIALIZED, "the driver has no NPU");
    }
    ze_result_t result = start_once();
    return result == ZE_RESULT_SUCCESS ? zed_driver_get(count, drivers) : result;
}

ze_result_t zed_driver_get_api_version(ze_driver_handle_t driver_handle, ze_api_version_t *version)
{
    ze_result_t result = zed_object_check_with(driver_handle, ZED_KIND_DRIVER, version, "version");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *version = ZE_API_VERSION_1_4;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_driver_get_properties(ze_driver_handle_t driver_handle,
                                      ze_driver_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(driver_handle, ZED_KIND_DRIVER, properties, "pDriverProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->uuid = zed_driver_engine()->driver_uuid;
    /* SYCL runtimes cache what the driver has compiled under this version. */
    properties->driverVersion = ZED_DRIVER_VERSION;

    ze_driver_memory_free_ext_properties_t *policies = (void *)(uintptr_t)zed_extension(
        properties->pNext, ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES);
    if (policies) {
        policies->freePolicies = ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE |
                                 ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_driver_get_ipc_properties(ze_driver_handle_t driver_handle,
                                          ze_driver_ipc_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(driver_handle, ZED_KIND_DRIVER, properties, "pIpcProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    properties->flags = ZE_IPC_PROPERTY_FLAG_MEMORY | ZE_IPC_PROPERTY_FLAG_EVENT_POOL;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_driver_get_extension_properties(ze_driver_handle_t driver_handle, uint32_t *count,
                                                ze_driver_extension_properties_t *properties)
{
    ze_result_t result = zed_object_check_with(driver_handle, ZED_KIND_DRIVER, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    size_t shown[sizeof extensions / sizeof extensions[0]];
    uint32_t total = 0;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        if (has_extension(extensions[i].name)) {
            shown[total++] = i;
        }
    }
    uint32_t entries = zed_list_count(count, total, properties);
    for (uint32_t i = 0; i < entries; i++) {
        const char *name = extensions[shown[i]].name;
        memcpy(properties[i].name, name, strlen(name) + 1);
        properties[i].version = extensions[shown[i]].version;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_driver_get_last_error_description(ze_driver_handle_t driver_handle,
                                                  const char **text)
{
    ze_result_t result = zed_object_check_with(driver_handle, ZED_KIND_DRIVER, text, "ppString");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *text = zed_error_last();
    return ZE_RESULT_SUCCESS;
}
