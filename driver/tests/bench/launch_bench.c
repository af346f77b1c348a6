/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Measures the cost of a launch: an empty kernel on an immediate list, from the append until the
 * host sees the event, and a copy kernel of 64 MiB beside memcpy in the same run.
 *
 *     launch_bench KERNELS.spv
 *
 * The module contains `nothing` and `copy` (a work-item copies 16 bytes).
 */
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LAUNCHES 20000
#define WARM_UP 1000
#define COPY_BYTES ((size_t)64 << 20)
#define COPIES 15
#define GROUP_SIZE 256
#define ITEM_BYTES 16

static ze_context_handle_t context;
static ze_device_handle_t device;
static ze_command_list_handle_t list;
static ze_event_handle_t event;

static void must(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "launch_bench: %s failed with 0x%x\n", what, (unsigned)result);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static void set_up(void)
{
    ze_driver_handle_t driver;
    ze_device_handle_t root;
    uint32_t one = 1;
    ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t list_desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                         .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                      .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                      .count = 1};
    ze_event_desc_t event_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                  .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    ze_event_pool_handle_t pool;

    must(zeInit(0), "zeInit");
    must(zeDriverGet(&one, &driver), "zeDriverGet");
    must(zeDeviceGet(driver, &one, &root), "zeDeviceGet");
    device = root;
    must(zeDeviceGetSubDevices(root, &one, &device), "zeDeviceGetSubDevices");
    must(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    must(zeCommandListCreateImmediate(context, device, &list_desc, &list),
         "zeCommandListCreateImmediate");
    must(zeEventPoolCreate(context, &pool_desc, 0, NULL, &pool), "zeEventPoolCreate");
    must(zeEventCreate(pool, &event_desc, &event), "zeEventCreate");
}

static ze_module_handle_t load(const char *path)
{
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_IL_SPIRV};
    ze_module_handle_t module;
    FILE *file = fopen(path, "rb");

    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "launch_bench: %s cannot be read\n", path);
        exit(1);
    }
    desc.inputSize = (size_t)ftell(file);
    rewind(file);
    uint8_t *image = malloc(desc.inputSize);
    if (image == NULL || fread(image, 1, desc.inputSize, file) != desc.inputSize) {
        fprintf(stderr, "launch_bench: %s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    desc.pInputModule = image;
    must(zeModuleCreate(context, device, &desc, &module, NULL), "zeModuleCreate");
    free(image);
    return module;
}

static ze_kernel_handle_t find(ze_module_handle_t module, const char *name)
{
    ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    ze_kernel_handle_t kernel;
    must(zeKernelCreate(module, &desc, &kernel), name);
    return kernel;
}

/* One launch, from the append until the host sees its end. */
static double launch(ze_kernel_handle_t kernel, uint32_t groups)
{
    ze_group_count_t count = {groups, 1, 1};
    must(zeEventHostReset(event), "zeEventHostReset");
    double start = now();
    must(zeCommandListAppendLaunchKernel(list, kernel, &count, event, 0, NULL), "a launch");
    must(zeEventHostSynchronize(event, UINT64_MAX), "zeEventHostSynchronize");
    return now() - start;
}

/* A pause of `pause` microseconds between launches lets the list's thread fall asleep. */
static void measure_launches(ze_kernel_handle_t nothing, int launches, useconds_t pause)
{
    double *seconds = calloc((size_t)launches, sizeof *seconds);
    must(seconds == NULL ? ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY : ZE_RESULT_SUCCESS, "calloc");
    for (int i = 0; i < WARM_UP; i++) {
        launch(nothing, 1);
    }
    for (int i = 0; i < launches; i++) {
        if (pause != 0) {
            usleep(pause);
        }
        seconds[i] = launch(nothing, 1);
    }
    qsort(seconds, (size_t)launches, sizeof *seconds, ascending);
    printf("empty kernel, %3u us between launches: min %6.2f  median %6.2f  p99 %6.2f us\n",
           (unsigned)pause, 1e6 * seconds[0], 1e6 * seconds[launches / 2],
           1e6 * seconds[launches * 99 / 100]);
    free(seconds);
}

static void measure_copy(ze_kernel_handle_t copy)
{
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    double kernel[COPIES], plain[COPIES];
    void *from, *to;

    must(zeMemAllocDevice(context, &desc, COPY_BYTES, 0, device, &from), "zeMemAllocDevice");
    must(zeMemAllocDevice(context, &desc, COPY_BYTES, 0, device, &to), "zeMemAllocDevice");
    memset(from, 1, COPY_BYTES);
    memset(to, 2, COPY_BYTES);
    must(zeKernelSetGroupSize(copy, GROUP_SIZE, 1, 1), "zeKernelSetGroupSize");
    must(zeKernelSetArgumentValue(copy, 0, sizeof to, &to), "zeKernelSetArgumentValue");
    must(zeKernelSetArgumentValue(copy, 1, sizeof from, &from), "zeKernelSetArgumentValue");
    for (int i = 0; i < COPIES; i++) {
        kernel[i] = launch(copy, COPY_BYTES / GROUP_SIZE / ITEM_BYTES);
        double start = now();
        memcpy(to, from, COPY_BYTES);
        plain[i] = now() - start;
    }
    qsort(kernel, COPIES, sizeof *kernel, ascending);
    qsort(plain, COPIES, sizeof *plain, ascending);
    double bytes = (double)COPY_BYTES;
    printf("copy of 64 MiB: kernel %.2f GB/s, memcpy %.2f GB/s, ratio %.2f\n",
           1e-9 * bytes / kernel[COPIES / 2], 1e-9 * bytes / plain[COPIES / 2],
           plain[COPIES / 2] / kernel[COPIES / 2]);
    must(zeMemFree(context, from), "zeMemFree");
    must(zeMemFree(context, to), "zeMemFree");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: launch_bench KERNELS.spv\n");
        return 1;
    }
    set_up();
    ze_module_handle_t module = load(argv[1]);
    ze_kernel_handle_t nothing = find(module, "nothing");
    measure_launches(nothing, LAUNCHES, 0);
    measure_launches(nothing, LAUNCHES / 40, 200);
    measure_copy(find(module, "copy"));
    return 0;
}
