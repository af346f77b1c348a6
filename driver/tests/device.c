/* SPDX-License-Identifier: BSD-3-Clause */
/* See device.h. */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>

static void check(ze_result_t result, const char *what)
{
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "%s gave 0x%x\n", what, (unsigned)result);
        exit(EXIT_FAILURE);
    }
}

uint32_t shape_items(const shape_t *shape)
{
    return shape->groups_x * shape->groups_y * shape->size_x * shape->size_y;
}

void device_start(device_t *device)
{
    uint32_t count = 1;
    ze_driver_handle_t driver = NULL;
    ze_context_desc_t context = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};

    check(zeInit(0), "zeInit");
    check(zeDriverGet(&count, &driver), "zeDriverGet");
    count = 1;
    check(zeDeviceGet(driver, &count, &device->device), "zeDeviceGet");
    check(zeContextCreate(driver, &context, &device->context), "zeContextCreate");
    check(zeCommandListCreateImmediate(device->context, device->device, &queue, &device->list),
          "zeCommandListCreateImmediate");
    device->module = NULL;
}

static uint8_t *read_file(const char *path, size_t *bytes)
{
    FILE *const file = fopen(path, "rb");
    uint8_t *contents = NULL;
    long length = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length > 0) {
        rewind(file);
        contents = malloc((size_t)length);
    }
    if (contents == NULL || fread(contents, 1, (size_t)length, file) != (size_t)length) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    *bytes = (size_t)length;
    return contents;
}

void device_load(device_t *device, const char *path)
{
    size_t bytes;
    uint8_t *const words = read_file(path, &bytes);

    device_build(device, path, words, bytes, NULL);
    free(words);
}

void device_build(device_t *device, const char *name, const uint8_t *words, size_t bytes,
                  const char *flags)
{
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = bytes,
                                   .pInputModule = words,
                                   .pBuildFlags = flags};
    ze_module_build_log_handle_t log = NULL;
    const ze_result_t result =
        zeModuleCreate(device->context, device->device, &desc, &device->module, &log);
    char text[4096] = "";
    size_t size = sizeof(text);

    zeModuleBuildLogGetString(log, &size, text);
    /* The log also names unresolved symbols of a module that was created nevertheless. */
    if (text[0] != '\0')
        fprintf(stderr, "%s: %s\n", name, text);
    check(result, "zeModuleCreate");
    check(zeModuleBuildLogDestroy(log), "zeModuleBuildLogDestroy");
}

void device_end(device_t *device)
{
    check(zeModuleDestroy(device->module), "zeModuleDestroy");
    check(zeCommandListDestroy(device->list), "zeCommandListDestroy");
    check(zeContextDestroy(device->context), "zeContextDestroy");
}

void *device_allocate(device_t *device, size_t bytes)
{
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;

    check(zeMemAllocShared(device->context, &desc, &host, bytes, 128, device->device, &memory),
          "zeMemAllocShared");
    return memory;
}

void device_free(device_t *device, void *memory)
{
    check(zeMemFree(device->context, memory), "zeMemFree");
}

bool device_run(device_t *device, const char *name, const shape_t *shape, void *out, void *in,
                uint32_t n)
{
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    const ze_group_count_t groups = {shape->groups_x, shape->groups_y, 1};
    ze_kernel_handle_t kernel = NULL;
    const ze_result_t result = zeKernelCreate(device->module, &desc, &kernel);

    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "%s: zeKernelCreate gave 0x%x\n", name, (unsigned)result);
        return false;
    }
    check(zeKernelSetGroupSize(kernel, shape->size_x, shape->size_y, 1), "zeKernelSetGroupSize");
    check(zeKernelSetArgumentValue(kernel, 0, sizeof(out), &out), "zeKernelSetArgumentValue");
    check(zeKernelSetArgumentValue(kernel, 1, sizeof(in), &in), "zeKernelSetArgumentValue");
    check(zeKernelSetArgumentValue(kernel, 2, sizeof(n), &n), "zeKernelSetArgumentValue");
    check(zeCommandListAppendLaunchKernel(device->list, kernel, &groups, NULL, 0, NULL),
          "zeCommandListAppendLaunchKernel");
    check(zeKernelDestroy(kernel), "zeKernelDestroy");
    return true;
}
