/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules and kernels stay loaded until the end, because a run needs few.
 */
#include "launch.h"

#include "file.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, NAME_BYTES = 48 };

typedef struct loaded {
    char name[NAME_BYTES];
    ze_module_handle_t module;
} loaded_t;

typedef struct created {
    char name[2 * NAME_BYTES];
    ze_kernel_handle_t kernel;
} created_t;

static struct {
    loaded_t modules[MOST];
    size_t n_modules;
    created_t kernels[MOST];
    size_t n_kernels;
    ze_command_list_handle_t list;
} launch;

static _Noreturn void fail(const char *what, unsigned result)
{
    fprintf(stderr, "%s: PE %d: %s failed: 0x%x\n", program_invocation_short_name, ishmem_my_pe(),
            what, result);
    ishmem_global_exit(EXIT_FAILURE);
    abort();
}

void perf_check_ze(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS) {
        fail(what, (unsigned)result);
    }
}

static void find_module(const char *name, char path[PATH_MAX])
{
    char file[2 * NAME_BYTES];
    snprintf(file, sizeof file, "%s.spv", name);
    if (!perf_file_find(file, path)) {
        fprintf(stderr, "%s: no kernels next to the program or at %s\n",
                program_invocation_short_name, path);
        ishmem_global_exit(EXIT_FAILURE);
    }
}

static ze_module_handle_t load(const char *name)
{
    for (size_t i = 0; i < launch.n_modules; i++) {
        if (strcmp(launch.modules[i].name, name) == 0) {
            return launch.modules[i].module;
        }
    }
    if (launch.n_modules == MOST) {
        fail("loading another module", 0);
    }
    char path[PATH_MAX];
    find_module(name, path);
    loaded_t *const loaded = &launch.modules[launch.n_modules++];
    snprintf(loaded->name, sizeof loaded->name, "%s", name);
    if (ishmemx_module_load(path, &loaded->module) != 0) {
        fail("ishmemx_module_load", 0);
    }
    return loaded->module;
}

ze_kernel_handle_t perf_kernel(const char *module, const char *name, unsigned items)
{
    char full[2 * NAME_BYTES];
    snprintf(full, sizeof full, "%s:%s:%u", module, name, items);
    for (size_t i = 0; i < launch.n_kernels; i++) {
        if (strcmp(launch.kernels[i].name, full) == 0) {
            return launch.kernels[i].kernel;
        }
    }
    if (launch.n_kernels == MOST) {
        fail("creating another kernel", 0);
    }
    created_t *const created = &launch.kernels[launch.n_kernels++];
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    snprintf(created->name, sizeof created->name, "%s", full);
    perf_check_ze(zeKernelCreate(load(module), &desc, &created->kernel), "zeKernelCreate");
    perf_check_ze(zeKernelSetGroupSize(created->kernel, items, 1, 1), "zeKernelSetGroupSize");
    return created->kernel;
}

unsigned perf_launch_items(void)
{
    enum { MOST_ITEMS = 256 };
    uint32_t x = MOST_ITEMS;
    uint32_t y = 1;
    uint32_t z = 1;
    perf_check_ze(zeKernelSuggestGroupSize(perf_kernel("kernel", "perf_put_work_group", 1),
                                           MOST_ITEMS, 1, 1, &x, &y, &z),
                  "zeKernelSuggestGroupSize");
    return x;
}

void perf_kernel_set(ze_kernel_handle_t kernel, uint32_t index, size_t bytes, const void *value)
{
    perf_check_ze(zeKernelSetArgumentValue(kernel, index, bytes, value),
                  "zeKernelSetArgumentValue");
}

void perf_launch(ze_kernel_handle_t kernel, unsigned groups)
{
    const ze_group_count_t count = {groups, 1, 1};
    perf_check_ze(zeCommandListAppendLaunchKernel(launch.list, kernel, &count, NULL, 0, NULL),
                  "zeCommandListAppendLaunchKernel");
}

void perf_launch_copy(void *to, const void *from, size_t bytes)
{
    perf_check_ze(zeCommandListAppendMemoryCopy(launch.list, to, from, bytes, NULL, 0, NULL),
                  "zeCommandListAppendMemoryCopy");
}

void perf_launch_open(void)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    perf_check_ze(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc,
                                               &launch.list),
                  "zeCommandListCreateImmediate");
}

void perf_launch_close(void)
{
    for (size_t i = 0; i < launch.n_kernels; i++) {
        zeKernelDestroy(launch.kernels[i].kernel);
    }
    for (size_t i = 0; i < launch.n_modules; i++) {
        zeModuleDestroy(launch.modules[i].module);
    }
    launch.n_kernels = launch.n_modules = 0;
    zeCommandListDestroy(launch.list);
}
