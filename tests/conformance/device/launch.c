/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch.h"

#include "harness.h"
#include "level_zero.h"
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

void launch_open(const char *name)
{
    char path[4096];
    char file[128];
    snprintf(file, sizeof file, "%s.spv", name);
    test_path(path, sizeof path, KERNEL_DIRECTORY, file);
    if (ishmemx_module_load(path, &module) != 0) {
        test_fatal("%s cannot be loaded", path);
    }
    list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    done = level_zero_event(NULL, &pool);
}

void launch_close(void)
{
    for (size_t i = 0; i < kernel_count; i++) {
        require_ze(zeKernelDestroy(kernels[i]), "zeKernelDestroy");
    }
    free(kernels);
    kernels = NULL;
    kernel_count = 0;
    require_ze(zeEventDestroy(done), "zeEventDestroy");
    require_ze(zeEventPoolDestroy(pool), "zeEventPoolDestroy");
    require_ze(zeCommandListDestroy(list), "zeCommandListDestroy");
    require_ze(zeModuleDestroy(module), "zeModuleDestroy");
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
    require_ze(zeKernelSetIndirectAccess(kernel, ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
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
    require_ze(zeKernelSetGroupSize(kernel, shape.items, 1, 1), "zeKernelSetGroupSize");
    for (uint32_t i = 0; i < count; i++) {
        require_ze(zeKernelSetArgumentValue(kernel, i, arguments[i].bytes, arguments[i].value),
                   "zeKernelSetArgumentValue");
    }
    const ze_group_count_t groups = {shape.groups, 1, 1};
    require_ze(zeCommandListAppendLaunchKernel(list, kernel, &groups, signal, 0, NULL),
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
    require_ze(zeCommandListAppendBarrier(list, NULL, 0, NULL), "zeCommandListAppendBarrier");
}

void launch_wait(void)
{
    level_zero_wait(done);
    require_ze(zeEventHostReset(done), "zeEventHostReset");
}

void launch_run(ze_kernel_handle_t kernel, launch_shape_t shape, const launch_argument_t *arguments,
                uint32_t count)
{
    launch_start(kernel, shape, arguments, count);
    launch_wait();
}
