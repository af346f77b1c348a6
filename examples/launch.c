/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loading and launching kernels for the examples: see launch.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "launch.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_QUEUE_GROUPS = 16 };

void launch_fail(const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fprintf(stderr, "PE %d: %s\n", ishmem_my_pe(), text);
    ishmem_global_exit(1);
    abort(); /* ishmem_global_exit does not return */
}

static const char *result_text(ze_result_t result)
{
    switch ((unsigned)result) {
    case ZE_RESULT_ERROR_DEVICE_LOST:
        return "the device is lost";
    case ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY:
        return "out of host memory";
    case ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY:
        return "out of device memory";
    case ZE_RESULT_ERROR_MODULE_BUILD_FAILURE:
        return "the module could not be built";
    case ZE_RESULT_ERROR_UNINITIALIZED:
        return "the driver is not initialised";
    case ZE_RESULT_ERROR_UNSUPPORTED_FEATURE:
        return "the driver does not support this";
    case ZE_RESULT_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case ZE_RESULT_ERROR_INVALID_SIZE:
        return "invalid size";
    case ZE_RESULT_ERROR_INVALID_KERNEL_NAME:
        return "the module has no such kernel";
    case ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION:
        return "the work-group size is not possible on this device";
    case ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX:
        return "the kernel has no argument with this index";
    case ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE:
        return "the kernel's argument has a different size";
    default:
        return "unexpected result";
    }
}

void launch_check(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS)
        launch_fail("%s: %s (Level Zero result 0x%x)", what, result_text(result), (unsigned)result);
}

/* The path of `file` in the directory of the running executable. */
static void path_beside_executable(const char *file, char path[PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

    if (length <= 0)
        launch_fail("cannot find the directory of the running program in /proc/self/exe");
    path[length] = '\0';
    char *name = strrchr(path, '/') + 1;
    const size_t room = PATH_MAX - (size_t)(name - path);
    const size_t bytes = strlen(file) + 1;
    if (bytes > room)
        launch_fail("the path of %s is too long", file);
    memcpy(name, file, bytes);
}

/* A queue group that runs kernels: one for resident work-groups where the device has a choice. */
static uint32_t compute_queue_group(ze_device_handle_t device)
{
    ze_command_queue_group_properties_t groups[MAX_QUEUE_GROUPS];
    uint32_t count = MAX_QUEUE_GROUPS;
    uint32_t chosen = MAX_QUEUE_GROUPS;

    memset(groups, 0, sizeof(groups));
    for (uint32_t i = 0; i < MAX_QUEUE_GROUPS; i++)
        groups[i].stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES;
    launch_check(zeDeviceGetCommandQueueGroupProperties(device, &count, groups),
                 "querying the queue groups");
    for (uint32_t i = count; i-- > 0;) {
        if (!(groups[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE))
            continue;
        const bool cooperative =
            groups[i].flags & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS;
        if (cooperative || chosen == MAX_QUEUE_GROUPS)
            chosen = i;
    }
    if (chosen == MAX_QUEUE_GROUPS)
        launch_fail("this PE's tile has no queue that runs kernels");
    return chosen;
}

void launch_list_create(ze_command_list_handle_t *list)
{
    const ze_device_handle_t device = ishmemx_ze_device();
    const ze_command_queue_desc_t queue = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
        .ordinal = compute_queue_group(device),
        .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
    };

    launch_check(zeCommandListCreateImmediate(ishmemx_ze_context(), device, &queue, list),
                 "creating an immediate command list");
}

void launch_list_destroy(ze_command_list_handle_t list)
{
    launch_check(zeCommandListDestroy(list), "destroying a command list");
}

void launch_open(const char *file, launch_program_t *program)
{
    const ze_context_handle_t context = ishmemx_ze_context();
    ze_device_handle_t device = ishmemx_ze_device();
    const ze_event_pool_desc_t pool = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
        .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
        .count = 1,
    };
    const ze_event_desc_t event = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
    };
    char path[PATH_MAX];

    path_beside_executable(file, path);
    if (ishmemx_module_load(path, &program->module) != 0)
        launch_fail("the kernels in %s cannot be used", path);
    launch_list_create(&program->list);
    launch_check(zeEventPoolCreate(context, &pool, 1, &device, &program->events),
                 "creating an event pool");
    launch_check(zeEventCreate(program->events, &event, &program->done), "creating an event");
}

void launch_close(launch_program_t *program)
{
    launch_check(zeEventDestroy(program->done), "destroying an event");
    launch_check(zeEventPoolDestroy(program->events), "destroying an event pool");
    launch_list_destroy(program->list);
    launch_check(zeModuleDestroy(program->module), "destroying a module");
}

void launch_kernel_create(const launch_program_t *program, const char *name, uint32_t items,
                          uint32_t argument_count, const launch_argument_t *arguments,
                          ze_kernel_handle_t *kernel)
{
    const ze_kernel_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
        .pKernelName = name,
    };
    char what[256];

    snprintf(what, sizeof(what), "creating kernel %s", name);
    launch_check(zeKernelCreate(program->module, &desc, kernel), what);
    snprintf(what, sizeof(what), "work-groups of %u for kernel %s", items, name);
    launch_check(zeKernelSetGroupSize(*kernel, items, 1, 1), what);
    for (uint32_t i = 0; i < argument_count; i++) {
        snprintf(what, sizeof(what), "argument %u of kernel %s, %zu bytes", i, name,
                 arguments[i].bytes);
        launch_check(zeKernelSetArgumentValue(*kernel, i, arguments[i].bytes, arguments[i].value),
                     what);
    }
}

void launch_kernel_destroy(ze_kernel_handle_t kernel)
{
    launch_check(zeKernelDestroy(kernel), "destroying a kernel");
}

uint32_t launch_widen_groups(ze_kernel_handle_t kernel, uint32_t items)
{
    uint32_t power = 1;

    while (power <= items / 2)
        power *= 2;
    if (zeKernelSetGroupSize(kernel, items, 1, 1) == ZE_RESULT_SUCCESS)
        return items;
    if (power == items)
        power /= 2;
    while (power > 1 && zeKernelSetGroupSize(kernel, power, 1, 1) != ZE_RESULT_SUCCESS)
        power /= 2;
    launch_check(zeKernelSetGroupSize(kernel, power, 1, 1), "choosing work-groups");
    return power;
}

uint32_t launch_max_resident_groups(ze_kernel_handle_t kernel)
{
    uint32_t groups = 0;

    launch_check(zeKernelSuggestMaxCooperativeGroupCount(kernel, &groups),
                 "asking how many work-groups can run together");
    return groups;
}

void launch_start(const launch_program_t *program, ze_kernel_handle_t kernel, uint32_t groups,
                  bool resident)
{
    const ze_group_count_t count = {groups, 1, 1};

    launch_check(zeEventHostReset(program->done), "resetting an event");
    launch_check(resident ? zeCommandListAppendLaunchCooperativeKernel(
                                program->list, kernel, &count, program->done, 0, NULL)
                          : zeCommandListAppendLaunchKernel(program->list, kernel, &count,
                                                            program->done, 0, NULL),
                 "launching a kernel");
}

void launch_wait(const launch_program_t *program)
{
    launch_check(zeEventHostSynchronize(program->done, UINT64_MAX), "waiting for a kernel");
}
