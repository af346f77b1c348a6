/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of the engine that runs kernels on this machine's processors. */
#include "cpu/module.h"
#include "engine/engine.h"
#include "machine/clock.h"
#include "machine/delay.h"
#include "machine/processor.h"
#include "memory/copy.h"
#include "memory/guard_objects.h"
#include "memory/memory.h"
#include "run/launch.h"
#include "run/running.h"

#include <pthread.h>

static pthread_once_t start_once = PTHREAD_ONCE_INIT;

static void start(void)
{
    zed_delay_start();
    zed_copy_open();
}

static ze_result_t engine_start(uint32_t *count, const zed_device_info_t **devices)
{
    pthread_once(&start_once, start);
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

/* The tiles share one memory. */
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
    return zed_compile_module_create(desc, module, log);
}

const zed_engine_t *zed_engine_get(void)
{
    static const zed_engine_t engine = {
        .name = "the CPU driver",
        .driver_uuid = {{'z', 'e', '_', 'c', 'p', 'u', 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
        .start = engine_start,
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
        .module_destroy = zed_compile_module_destroy,
        .module_link = zed_compile_module_link,
        .module_kernel_names = zed_compile_module_kernel_names,
        .module_global = zed_compile_module_global,
        .module_function = zed_compile_module_function,
        .module_symbol = zed_compile_module_symbol,
        .module_native = zed_compile_module_native,
        .kernel_get = zed_compile_kernel_get,
        .resident_groups = zed_launch_resident,
        .launch = zed_launch_run,
        .running = zed_running_list,
        .set_launch_callback = zed_running_set_callback,
        .set_kernel_listener = zed_races_listen,
        .heap_objects = zed_guard_objects,
    };
    return &engine;
}
