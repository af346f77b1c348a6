/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch.h"

#include "harness.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef KERNEL_DIRECTORY
#error "KERNEL_DIRECTORY is where the modules are"
#endif

static ze_module_handle_t module;
static ze_command_list_handle_t list;
static ze_event_pool_handle_t pool;
static ze_event_handle_t done;
static ze_kernel_handle_t *kernels;
static size_t kernel_count;

static void require(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        test_fatal("%s returned 0x%x", call, (unsigned)result);
    }
}

void launch_open(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.spv", KERNEL_DIRECTORY, name);
    if (ishmemx_module_load(path, &module) != 0) {
        test_fatal("%s cannot be loaded", path);
    }
    const ze_command_queue_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                               .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    require(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &list_desc,
                                         &list),
            "zeCommandListCreateImmediate");
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = 1};
    require(zeEventPoolCreate(ishmemx_ze_context(), &pool_desc, 0, NULL, &pool),
            "zeEventPoolCreate");
    const ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                        .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    require(zeEventCreate(pool, &event_desc, &done), "zeEventCreate");
}

void launch_close(void)
{
    for (size_t i = 0; i < kernel_count; i++) {
        require(zeKernelDestroy(kernels[i]), "zeKernelDestroy");
    }
    free(kernels);
    kernels = NULL;
    kernel_count = 0;
    require(zeEventDestroy(done), "zeEventDestroy");
    require(zeEventPoolDestroy(pool), "zeEventPoolDestroy");
    require(zeCommandListDestroy(list), "zeCommandListDestroy");
    require(zeModuleDestroy(module), "zeModuleDestroy");
}

ze_kernel_handle_t launch_kernel(const char *format, ...)
{
    char name[128];
    va_list parts;
    va_start(parts, format);
    vsnprintf(name, sizeof name, format, parts);
    va_end(parts);
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    ze_kernel_handle_t kernel = NULL;
    if (zeKernelCreate(module, &desc, &kernel) != ZE_RESULT_SUCCESS) {
        test_fatal("there is no kernel %s", name);
    }
    /* Peers' heaps are reached through addresses that lie in memory. */
    require(zeKernelSetIndirectAccess(kernel, ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
                                                  ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                                                  ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED),
            "zeKernelSetIndirectAccess");
    ze_kernel_handle_t *const more = realloc(kernels, (kernel_count + 1) * sizeof *kernels);
    if (!more) {
        test_fatal("no memory for %zu kernels", kernel_count + 1);
    }
    kernels = more;
    kernels[kernel_count++] = kernel;
    return kernel;
}

static void append(ze_kernel_handle_t kernel, launch_shape_t shape,
                   const launch_argument_t *arguments, uint32_t count, ze_event_handle_t signal)
{
    require(zeKernelSetGroupSize(kernel, shape.items, 1, 1), "zeKernelSetGroupSize");
    for (uint32_t i = 0; i < count; i++) {
        require(zeKernelSetArgumentValue(kernel, i, arguments[i].bytes, arguments[i].value),
                "zeKernelSetArgumentValue");
    }
    const ze_group_count_t groups = {shape.groups, 1, 1};
    require(zeCommandListAppendLaunchKernel(list, kernel, &groups, signal, 0, NULL),
            "zeCommandListAppendLaunchKernel");
}

void launch_start(ze_kernel_handle_t kernel, launch_shape_t shape,
                  const launch_argument_t *arguments, uint32_t count)
{
    append(kernel, shape, arguments, count, done);
}

void launch_before(ze_kernel_handle_t kernel, launch_shape_t shape,
                   const launch_argument_t *arguments, uint32_t count)
{
    append(kernel, shape, arguments, count, NULL);
    require(zeCommandListAppendBarrier(list, NULL, 0, NULL), "zeCommandListAppendBarrier");
}

void launch_wait(void)
{
    require(zeEventHostSynchronize(done, UINT64_MAX), "zeEventHostSynchronize");
    require(zeEventHostReset(done), "zeEventHostReset");
}

void launch_run(ze_kernel_handle_t kernel, launch_shape_t shape,
                const launch_argument_t *arguments, uint32_t count)
{
    launch_start(kernel, shape, arguments, count);
    launch_wait();
}
