/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The only functions that the library exports: the loader calls each to fill one of its tables.
 * The table of an older loader ends earlier, so nothing is written that is newer than the version
 * that the loader names.
 */
#include "entries.h"

#include "driver.h"
#include "engine/engine.h"
#include "error.h"
#include "listener.h"
#include "object.h"
#include "variable.h"
#include "ze_cpu_ext.h"

#include <string.h>

typedef void (*zed_entry_t)(void);

/* `count` adjacent slots. */
typedef struct zed_slots {
    uint32_t since;
    uint32_t count;
    zed_entry_t function;
} zed_slots_t;

/* Fills every slot that the driver does not implement.  It reads none of its arguments, and the
 * calling conventions of the supported machines leave cleaning them up to the caller. */
static ze_result_t unsupported(void)
{
    return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
                    "the driver does not implement this function");
}

static ze_result_t fill_table(ze_api_version_t version, zed_entry_t *table,
                              const zed_slots_t *slots)
{
    if (!table) {
        return zed_fail_null("pDdiTable");
    }
    if (ZE_MAJOR_VERSION(version) != 1) {
        return zed_fail(ZE_RESULT_ERROR_UNSUPPORTED_VERSION, "the loader asks for API version %u",
                        (unsigned)ZE_MAJOR_VERSION(version));
    }
    zed_driver_note_loader(ZE_MINOR_VERSION(version));
    for (; slots->count != 0 && slots->since <= ZE_MINOR_VERSION(version); slots++) {
        for (uint32_t i = 0; i < slots->count; i++) {
            *table++ = slots->function;
        }
    }
    return ZE_RESULT_SUCCESS;
}

#define IMPLEMENTED(since, public, private) {since, 1, (zed_entry_t)zed_##private},
#define UNSUPPORTED(since, count) {since, count, (zed_entry_t)unsupported},
#define TABLE(name, list)                                                 \
    ZE_DLLEXPORT ze_result_t name(ze_api_version_t version, void *table); \
    ze_result_t name(ze_api_version_t version, void *table)               \
    {                                                                     \
        static const zed_slots_t slots[] = {                              \
            list(IMPLEMENTED, IMPLEMENTED, UNSUPPORTED){0, 0, NULL}};     \
        return fill_table(version, table, slots);                         \
    }
ZED_TABLES(TABLE)

#define NAMED(since, public, private) {#public, (zed_entry_t)zed_##private},
#define UNNAMED(since, count)
#define NAMES(name, list) list(NAMED, NAMED, UNNAMED)

static void *find_entry(const char *name)
{
    static const struct {
        const char *name;
        zed_entry_t function;
    } entries[] = {ZED_TABLES(NAMES) ZED_UNLISTED(NAMED, NAMED, UNNAMED)};

    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (strcmp(entries[i].name, name) == 0) {
            /* POSIX allows the conversion between the two kinds of pointer; ISO C has no cast for
             * it. */
            void *address;
            memcpy(&address, &entries[i].function, sizeof address);
            return address;
        }
    }
    return NULL;
}

/* The functions of ze_cpu_ext.h; NULL for one that the engine lacks. */
static void *find_own(const char *name)
{
    const zed_engine_t *const engine = zed_engine_get();
    const struct {
        const char *name;
        zed_entry_t function;
    } entries[] = {
        {ZE_CPU_GET_RUNNING_KERNELS, (zed_entry_t)engine->running},
        {ZE_CPU_SET_LAUNCH_CALLBACK, (zed_entry_t)engine->set_launch_callback},
        {ZE_CPU_SET_KERNEL_LISTENER,
         engine->set_kernel_listener ? (zed_entry_t)zed_listener_set : NULL},
        {ZE_CPU_GET_HEAP_OBJECTS, (zed_entry_t)engine->heap_objects},
        {ZE_CPU_SET_MODULE_VARIABLE, (zed_entry_t)zed_variable_set},
    };
    void *address = NULL;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (strcmp(entries[i].name, name) == 0) {
            memcpy(&address, &entries[i].function, sizeof address);
        }
    }
    return address;
}

ze_result_t zed_driver_get_extension_function_address(ze_driver_handle_t driver_handle,
                                                      const char *name, void **address)
{
    ze_result_t result = zed_object_check(driver_handle, ZED_KIND_DRIVER);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!name || !address) {
        return zed_fail_null(!name ? "name" : "ppFunctionAddress");
    }
    void *function = find_entry(name);
    if (!function) {
        function = find_own(name);
    }
    if (!function) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the driver has no function %s", name);
    }
    *address = function;
    return ZE_RESULT_SUCCESS;
}
