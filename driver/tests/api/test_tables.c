/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table functions, called like loaders of every version: the table of an old one ends early,
 * and nothing may be written after it; a new one gets the new entries, too; and no slot stays
 * empty.
 */
#include "fixture.h"

#include <dlfcn.h>
#include <string.h>

#include <level_zero/ze_ddi.h>
#include <level_zero/zes_ddi.h>
#include <level_zero/zet_ddi.h>

#define SLOTS 128

typedef ze_result_t (*get_table)(ze_api_version_t version, void *table);

static void *library;

/* Fills a table and returns how many slots were written; they must be the first ones. */
static size_t fill(const char *name, uint32_t minor, void *slots[SLOTS])
{
    get_table function;
    void *symbol = dlsym(library, name);
    CHECK(symbol != NULL);
    memcpy(&function, &symbol, sizeof function);
    memset(slots, 0, SLOTS * sizeof *slots);
    CHECK_SUCCESS(function((ze_api_version_t)ZE_MAKE_VERSION(1, minor), slots));
    size_t written = 0;
    while (slots[written] != NULL) {
        written++;
    }
    for (size_t i = written; i < SLOTS; i++) {
        CHECK(slots[i] == NULL);
    }
    CHECK(function((ze_api_version_t)ZE_MAKE_VERSION(2, 0), slots) ==
          ZE_RESULT_ERROR_UNSUPPORTED_VERSION);
    CHECK(function((ze_api_version_t)ZE_MAKE_VERSION(1, 0), NULL) ==
          ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    return written;
}

/* Every table is as long as in the header of this build, and never shrinks. */
#define TABLE(space, name, type)                                          \
    {                                                                     \
#space "Get" #name "ProcAddrTable", sizeof(type) / sizeof(void *) \
    }
static const struct {
    const char *name;
    size_t slots;
} tables[] = {
    TABLE(ze, Global, ze_global_dditable_t),
    TABLE(ze, Driver, ze_driver_dditable_t),
    TABLE(ze, Device, ze_device_dditable_t),
    TABLE(ze, DeviceExp, ze_device_exp_dditable_t),
    TABLE(ze, Context, ze_context_dditable_t),
    TABLE(ze, CommandQueue, ze_command_queue_dditable_t),
    TABLE(ze, CommandList, ze_command_list_dditable_t),
#ifdef ZE_API_VERSION_CURRENT_M
    TABLE(ze, CommandListExp, ze_command_list_exp_dditable_t),
#else
    {"zeGetCommandListExpProcAddrTable", 0}, /* newer than these headers */
#endif
    TABLE(ze, Image, ze_image_dditable_t),
    TABLE(ze, ImageExp, ze_image_exp_dditable_t),
    TABLE(ze, Fence, ze_fence_dditable_t),
    TABLE(ze, EventPool, ze_event_pool_dditable_t),
    TABLE(ze, Event, ze_event_dditable_t),
    TABLE(ze, EventExp, ze_event_exp_dditable_t),
    TABLE(ze, Module, ze_module_dditable_t),
    TABLE(ze, ModuleBuildLog, ze_module_build_log_dditable_t),
    TABLE(ze, Kernel, ze_kernel_dditable_t),
    TABLE(ze, KernelExp, ze_kernel_exp_dditable_t),
    TABLE(ze, Sampler, ze_sampler_dditable_t),
    TABLE(ze, PhysicalMem, ze_physical_mem_dditable_t),
    TABLE(ze, Mem, ze_mem_dditable_t),
    TABLE(ze, VirtualMem, ze_virtual_mem_dditable_t),
    TABLE(ze, FabricVertexExp, ze_fabric_vertex_exp_dditable_t),
    TABLE(ze, FabricEdgeExp, ze_fabric_edge_exp_dditable_t),
    TABLE(zet, Device, zet_device_dditable_t),
    TABLE(zet, Context, zet_context_dditable_t),
    TABLE(zet, CommandList, zet_command_list_dditable_t),
    TABLE(zet, Module, zet_module_dditable_t),
    TABLE(zet, Kernel, zet_kernel_dditable_t),
    TABLE(zet, MetricGroup, zet_metric_group_dditable_t),
    TABLE(zet, MetricGroupExp, zet_metric_group_exp_dditable_t),
    TABLE(zet, Metric, zet_metric_dditable_t),
    TABLE(zet, MetricStreamer, zet_metric_streamer_dditable_t),
    TABLE(zet, MetricQueryPool, zet_metric_query_pool_dditable_t),
    TABLE(zet, MetricQuery, zet_metric_query_dditable_t),
    TABLE(zet, TracerExp, zet_tracer_exp_dditable_t),
    TABLE(zet, Debug, zet_debug_dditable_t),
    TABLE(zes, Driver, zes_driver_dditable_t),
    TABLE(zes, Device, zes_device_dditable_t),
    TABLE(zes, Scheduler, zes_scheduler_dditable_t),
    TABLE(zes, PerformanceFactor, zes_performance_factor_dditable_t),
    TABLE(zes, Power, zes_power_dditable_t),
    TABLE(zes, Frequency, zes_frequency_dditable_t),
    TABLE(zes, Engine, zes_engine_dditable_t),
    TABLE(zes, Standby, zes_standby_dditable_t),
    TABLE(zes, Firmware, zes_firmware_dditable_t),
    TABLE(zes, Memory, zes_memory_dditable_t),
    TABLE(zes, FabricPort, zes_fabric_port_dditable_t),
    TABLE(zes, Temperature, zes_temperature_dditable_t),
    TABLE(zes, Psu, zes_psu_dditable_t),
    TABLE(zes, Fan, zes_fan_dditable_t),
    TABLE(zes, Led, zes_led_dditable_t),
    TABLE(zes, Ras, zes_ras_dditable_t),
    TABLE(zes, Diagnostics, zes_diagnostics_dditable_t),
};

static void test_lengths(void)
{
    void *slots[SLOTS];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        size_t before = 0;
        for (uint32_t minor = 0; minor <= 20; minor++) {
            size_t written = fill(tables[i].name, minor, slots);
            CHECK(written >= before);
            before = written;
            if (minor == ZE_MINOR_VERSION(ZE_API_VERSION_CURRENT) && written != tables[i].slots) {
                fprintf(stderr, "%s has %zu slots, not %zu\n", tables[i].name, written,
                        tables[i].slots);
                exit(1);
            }
        }
    }
}

/* New entries are at the places where newer loaders look for them. */
static void test_young(void)
{
    enum { INIT_DRIVERS = 1, HOST_SYNCHRONIZE = 28, APPEND_LISTS = 1, PUT_IPC_HANDLE = 10 };
    typedef struct init_driver_type_desc {
        uint32_t stype;
        const void *next;
        uint32_t flags;
    } init_driver_type_desc;
    ze_result_t (*init_drivers)(uint32_t *, ze_driver_handle_t *, init_driver_type_desc *);
    void *slots[SLOTS];
    init_driver_type_desc desc = {.stype = 0x00020021, .flags = UINT32_MAX};
    ze_driver_handle_t driver = NULL;
    uint32_t count = 0;

    CHECK(fill("zeGetGlobalProcAddrTable", 9, slots) == INIT_DRIVERS);
    CHECK(fill("zeGetGlobalProcAddrTable", 10, slots) == INIT_DRIVERS + 1);
    memcpy(&init_drivers, &slots[INIT_DRIVERS], sizeof init_drivers);
    CHECK_SUCCESS(init_drivers(&count, NULL, &desc));
    CHECK(count == 1);
    CHECK_SUCCESS(init_drivers(&count, &driver, &desc));
    CHECK(driver != NULL);
    desc.flags = 2; /* NPUs */
    CHECK_RESULT(init_drivers(&count, &driver, &desc), ZE_RESULT_ERROR_UNINITIALIZED);

    CHECK(fill("zeGetCommandListProcAddrTable", 5, slots) == HOST_SYNCHRONIZE);
    CHECK(fill("zeGetCommandListProcAddrTable", 6, slots) == HOST_SYNCHRONIZE + 1);
    ze_result_t (*host_synchronize)(ze_command_list_handle_t, uint64_t);
    memcpy(&host_synchronize, &slots[HOST_SYNCHRONIZE], sizeof host_synchronize);
    CHECK_RESULT(host_synchronize(NULL, 0), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);

    CHECK(fill("zeGetCommandListExpProcAddrTable", 8, slots) == 0);
    CHECK(fill("zeGetCommandListExpProcAddrTable", 9, slots) == 6);
    ze_result_t (*append_lists)(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *,
                                ze_event_handle_t, uint32_t, ze_event_handle_t *);
    memcpy(&append_lists, &slots[APPEND_LISTS], sizeof append_lists);
    CHECK_RESULT(append_lists(NULL, 0, NULL, NULL, 0, NULL), ZE_RESULT_ERROR_INVALID_NULL_HANDLE);

    CHECK(fill("zeGetMemProcAddrTable", 6, slots) == PUT_IPC_HANDLE + 1);
}

static bool has_vector_sizes(uint32_t minor)
{
    ze_global_dditable_t global;
    ze_driver_dditable_t driver_table;
    void *slots[SLOTS];
    fill("zeGetGlobalProcAddrTable", minor, slots);
    memcpy(&global, slots, sizeof global);
    fill("zeGetDriverProcAddrTable", minor, slots);
    memcpy(&driver_table, slots, sizeof driver_table);

    ze_driver_handle_t driver = NULL;
    uint32_t count = 1;
    CHECK_SUCCESS(global.pfnInit(0));
    CHECK_SUCCESS(driver_table.pfnGet(&count, &driver));
    ze_driver_extension_properties_t extensions[32];
    count = 32;
    CHECK_SUCCESS(driver_table.pfnGetExtensionProperties(driver, &count, extensions));
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(extensions[i].name, "ZE_extension_device_vector_sizes") == 0) {
            return true;
        }
    }
    return false;
}

/* Intel's runtime for SYCL calls this function in the loader, so only a loader that has the
 * function may see the extension. */
static void test_vector_sizes(void)
{
    CHECK(has_vector_sizes(13));
    CHECK(!has_vector_sizes(12));
}

int main(void)
{
    library = dlopen(getenv("ZE_ENABLE_ALT_DRIVERS"), RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    test_vector_sizes(); /* first, because the oldest loader counts */
    test_lengths();
    test_young();
    return 0;
}
