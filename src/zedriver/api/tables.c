/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The only functions that the library exports: the loader calls each to have one of
 * its tables filled.  A table of an older loader ends earlier, so nothing younger than
 * the version that it names is written.
 */
#include "entries.h"

#include "driver.h"
#include "error.h"
#include "object.h"
#include "processor/heap_objects.h"
#include "processor/kernel_races.h"
#include "processor/module_variable.h"
#include "processor/running_kernels.h"
#include "told.h"
#include "variable.h"
#include "zedriver/engine/engine.h"

#include <string.h>

typedef void (*zed_entry_t)(void);

/* `count` neighbouring slots. */
typedef struct zed_slots {
    uint32_t since;
    uint32_t count;
    zed_entry_t function;
} zed_slots_t;

/* Stands in every slot that the driver does not implement.  It looks at none of its arguments, and
 * the calling conventions of the machines that we run on leave those to the caller. */
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
            /* POSIX makes the two kinds of pointer exchangeable; ISO C has no cast for it. */
            void *address;
            memcpy(&address, &entries[i].function, sizeof address);
            return address;
        }
    }
    return NULL;
}

/* Not Level Zero's: what libishmem asks the driver.  NULL also if the engine cannot say. */
static void *find_own(const char *name)
{
    void *address = NULL;
    if (strcmp(name, ISHMEMI_RUNNING_KERNELS) == 0) {
        const ishmemi_running_kernels_fn function = zed_engine_get()->running;
        memcpy(&address, &function, sizeof address);
    } else if (strcmp(name, ISHMEMI_TELL_LAUNCHES) == 0) {
        const ishmemi_tell_launches_fn function = zed_engine_get()->tell_launches;
        memcpy(&address, &function, sizeof address);
    } else if (strcmp(name, ISHMEMI_SET_MODULE_VARIABLE) == 0) {
        const ishmemi_set_module_variable_fn function = zed_variable_set;
        memcpy(&address, &function, sizeof address);
    }
    if (strcmp(name, ISHMEMI_LISTEN_KERNELS) == 0 && zed_engine_get()->listen_kernels) {
        const ishmemi_listen_kernels_fn function = zed_told_listen;
        memcpy(&address, &function, sizeof address);
    }
    if (strcmp(name, ISHMEMI_HEAP_OBJECTS) == 0 && zed_engine_get()->heap_objects) {
        address = (void *)(uintptr_t)zed_engine_get()->heap_objects();
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
