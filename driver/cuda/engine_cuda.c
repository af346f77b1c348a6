/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of the engine that runs kernels on NVIDIA's GPUs. */
#include "cuda/gpu.h"
#include "cuda/gpu_launches.h"
#include "cuda/gpu_memory.h"
#include "cuda/gpu_module.h"
#include "cuda/gpu_queue.h"
#include "cuda/host_memory.h"
#include "engine/engine.h"

static ze_result_t start(uint32_t *count, const zed_device_info_t **devices)
{
    const ze_result_t result = zed_gpu_start(count, devices);
    if (result == ZE_RESULT_SUCCESS) {
        zed_host_memory_open();
    }
    return result;
}

const zed_engine_t *zed_engine_get(void)
{
    static const zed_engine_t engine = {
        .name = "the CUDA driver",
        .driver_uuid = {{'z', 'e', '_', 'c', 'u', 'd', 'a', 0, 0, 0, 0, 0, 0, 0, 0, 1}},
        .start = start,
        .timestamp = zed_gpu_timestamp,
        .peer_access = zed_gpu_peer_access,
        .memory_alloc = zed_gpu_memory_alloc,
        .memory_free = zed_gpu_memory_free,
        .memory_export = zed_gpu_memory_export,
        .memory_verify = zed_gpu_memory_verify,
        .memory_import = zed_gpu_memory_import,
        .memory_foreign = zed_gpu_memory_foreign,
        .module_create = zed_gpu_module_create,
        .module_destroy = zed_gpu_module_destroy,
        .module_link = zed_gpu_module_link,
        .module_kernel_names = zed_gpu_module_kernel_names,
        .module_global = zed_gpu_module_global,
        .module_function = zed_gpu_module_function,
        .module_symbol = zed_gpu_module_symbol,
        .module_native = zed_gpu_module_native,
        .kernel_get = zed_gpu_kernel_get,
        .resident_groups = zed_gpu_resident_groups,
        .queues = &zed_gpu_queue_calls,
        .copy = zed_gpu_copy,
        .set_launch_callback = zed_launches_set_callback,
    };
    return &engine;
}
