/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each call is one launch that repeats the operation inside, so that the launch is a small part of
 * what is measured.
 */
#include "device.h"

#include "kernel.h"
#include "types.h"
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    ze_module_handle_t module;
    ze_kernel_handle_t run;
    ze_kernel_handle_t atomic;
    ze_command_list_handle_t list;
} device;

static _Noreturn void fail(const char *what, unsigned result)
{
    fprintf(stderr, "ishmem-perf: PE %d: %s failed: 0x%x\n", ishmem_my_pe(), what, result);
    ishmem_global_exit(EXIT_FAILURE);
    abort();
}

static void check(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS) {
        fail(what, (unsigned)result);
    }
}

/* The kernels lie beside the program in the build tree, else where they are installed. */
static void find_kernels(char path[PATH_MAX])
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash) {
        *slash = '\0';
    }
    static const char *const places[] = {".", PERF_INSTALLED};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const int used = snprintf(path, PATH_MAX, "%s/%s/%s", program, places[i], PERF_KERNELS);
        if (used < PATH_MAX && access(path, R_OK) == 0) {
            return;
        }
    }
    fprintf(stderr, "ishmem-perf: no kernels: neither beside the program nor at %s\n", path);
    ishmem_global_exit(EXIT_FAILURE);
}

static ze_kernel_handle_t create(const char *name, unsigned items)
{
    ze_kernel_handle_t kernel;
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    check(zeKernelCreate(device.module, &desc, &kernel), "zeKernelCreate");
    check(zeKernelSetGroupSize(kernel, items, 1, 1), "zeKernelSetGroupSize");
    return kernel;
}

void perf_device_open(const perf_options_t *options)
{
    char path[PATH_MAX];
    find_kernels(path);
    if (ishmemx_module_load(path, &device.module) != 0) {
        fail("ishmemx_module_load", 0);
    }
    device.run = create("perf_run", options->items);
    device.atomic = create("perf_atomic", options->items);
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    check(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc,
                                       &device.list),
          "zeCommandListCreateImmediate");
}

void perf_device_close(void)
{
    zeCommandListDestroy(device.list);
    zeKernelDestroy(device.atomic);
    zeKernelDestroy(device.run);
    zeModuleDestroy(device.module);
}

static void launch(ze_kernel_handle_t kernel, unsigned groups)
{
    const ze_group_count_t count = {groups, 1, 1};
    check(zeCommandListAppendLaunchKernel(device.list, kernel, &count, NULL, 0, NULL),
          "zeCommandListAppendLaunchKernel");
}

#define SET(KERNEL, INDEX, VALUE) \
    check(zeKernelSetArgumentValue(KERNEL, INDEX, sizeof(VALUE), &(VALUE)), \
          "zeKernelSetArgumentValue")

static void run(perf_job_t *job, int routine, size_t bytes, size_t count)
{
    const int scope = (int)job->options->scope;
    const uint64_t bytes64 = bytes;
    const uint64_t count64 = count;
    const int serves = job->me == 0;
    SET(device.run, 0, routine);
    SET(device.run, 1, scope);
    SET(device.run, 2, job->dest);
    SET(device.run, 3, job->source);
    SET(device.run, 4, job->word);
    SET(device.run, 5, bytes64);
    SET(device.run, 6, job->peer);
    SET(device.run, 7, count64);
    SET(device.run, 8, job->turn);
    SET(device.run, 9, serves);
    /* Turns and collectives are for one caller a PE. */
    launch(device.run, routine >= PERF_KERNEL_PUT_PING_PONG ? 1 : job->options->groups);
    job->turn += routine >= PERF_KERNEL_PUT_PING_PONG && routine <= PERF_KERNEL_SIGNAL_PING_PONG
                     ? count
                     : 0;
}

#define DEFINE(NAME, ROUTINE)                                            \
    void perf_device_##NAME(perf_job_t *job, size_t bytes, size_t count) \
    {                                                                    \
        run(job, PERF_KERNEL_##ROUTINE, bytes, count);                   \
    }
PERF_DEVICE_OPERATIONS(DEFINE)

void perf_device_atomic(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const int operation = perf_operation_find(perf_atomic_operations, job->options->operation);
    const uint64_t count64 = count;
    SET(device.atomic, 0, operation);
    SET(device.atomic, 1, job->dest);
    SET(device.atomic, 2, job->peer);
    SET(device.atomic, 3, count64);
    launch(device.atomic, job->options->groups);
}
