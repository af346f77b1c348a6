/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel calls libishmem after ishmem_finalize: the process ends, and it is said why. */
#include "harness.h"
#include "level_zero.h"

#include <stdio.h>
#include <stdlib.h>

static ze_module_handle_t load(ze_context_handle_t context, const char *path)
{
    static unsigned char image[1 << 20];
    FILE *const file = fopen(path, "rbe");
    const size_t bytes = file ? fread(image, 1, sizeof image, file) : 0;
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = bytes,
                                   .pInputModule = image};
    ze_module_handle_t module = NULL;
    if (bytes == 0 || fclose(file) != 0) {
        test_fatal("%s cannot be read", path);
    }
    require_ze(zeModuleCreate(context, ishmemx_ze_device(), &desc, &module, NULL),
               "zeModuleCreate");
    return module;
}

int main(void)
{
    ishmem_init();
    const ze_context_desc_t own = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const ze_host_mem_alloc_desc_t memory = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "query"};
    const ze_group_count_t one = {1, 1, 1};
    char path[4096];
    test_path(path, sizeof path, KERNEL_DIRECTORY, "query.spv");
    ze_context_handle_t context;
    ze_kernel_handle_t kernel;
    void *numbers = NULL;
    require_ze(zeContextCreate(ishmemx_ze_driver(), &own, &context), "zeContextCreate");
    require_ze(zeMemAllocHost(context, &memory, 4096, 64, &numbers), "zeMemAllocHost");
    char *const name = (char *)numbers + 16;
    require_ze(zeKernelCreate(load(context, path), &desc, &kernel), "zeKernelCreate");
    require_ze(zeKernelSetGroupSize(kernel, 1, 1, 1), "zeKernelSetGroupSize");
    require_ze(zeKernelSetArgumentValue(kernel, 0, sizeof numbers, (const void *)&numbers),
               "the first argument");
    require_ze(zeKernelSetArgumentValue(kernel, 1, sizeof name, (const void *)&name),
               "the second argument");
    ze_command_list_handle_t list = level_zero_list(context, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    ishmem_finalize();
    require_ze(zeCommandListAppendLaunchKernel(list, kernel, &one, NULL, 0, NULL), "the launch");
    return EXIT_SUCCESS; /* which is what must not happen */
}
