/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of the engine that runs kernels on this machine's processors. */
#include "compile/compile.h"
#include "engine.h"
#include "machine/clock.h"
#include "machine/delay.h"
#include "machine/processor.h"
#include "memory/copy.h"
#include "memory/memory.h"
#include "run/launch.h"

#include <pthread.h>

static pthread_once_t start_once = PTHREAD_ONCE_INIT;

static void start(void)
{
    zed_delay_start();
    zed_copy_open();
}

static ze_result_t engine_start(zed_device_info_t *info)
{
    pthread_once(&start_once, start);
    zed_processor_describe(info);
    return ZE_RESULT_SUCCESS;
}

const zed_engine_t *zed_engine_cpu(void)
{
    static const zed_engine_t engine = {
        .name = "cpu",
        .start = engine_start,
        .timestamp = zed_clock_now,
        .memory_alloc = zed_memory_alloc,
        .memory_free = zed_memory_free,
        .memory_export = zed_memory_export,
        .memory_verify = zed_memory_verify,
        .memory_import = zed_memory_import,
        .copy = zed_copy,
        .fill = zed_fill,
        .module_create = zed_compile_module_create,
        .module_destroy = zed_compile_module_destroy,
        .module_link = zed_compile_module_link,
        .module_kernel_names = zed_compile_module_kernel_names,
        .module_global = zed_compile_module_global,
        .module_function = zed_compile_module_function,
        .module_symbol = zed_compile_module_symbol,
        .module_native = zed_compile_module_native,
        .kernel_get = zed_compile_kernel_get,
        .launch = zed_launch_run,
    };
    return &engine;
}
