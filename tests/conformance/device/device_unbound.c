/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel of a module that nobody has bound calls libishmem: the job ends, and it is said why. */
#include "harness.h"
#include "level_zero.h"

#include <stdio.h>
#include <stdlib.h>

static ze_module_handle_t load(const char *path)
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
    require_ze(zeModuleCreate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &module, NULL),
               "zeModuleCreate");
    return module;
}

int main(void)
{
    test_start();
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "query"};
    const ze_group_count_t one = {1, 1, 1};
    int *const numbers = ishmem_malloc(4096);
    char *const name = (char *)(numbers + 4);
    ze_kernel_handle_t kernel;
    require_ze(zeKernelCreate(load(KERNEL_DIRECTORY "/query.spv"), &desc, &kernel),
               "zeKernelCreate");
    require_ze(zeKernelSetGroupSize(kernel, 1, 1, 1), "zeKernelSetGroupSize");
    require_ze(zeKernelSetArgumentValue(kernel, 0, sizeof numbers, (const void *)&numbers),
               "the first argument");
    require_ze(zeKernelSetArgumentValue(kernel, 1, sizeof name, (const void *)&name),
               "the second argument");
    ze_command_list_handle_t list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    require_ze(zeCommandListAppendLaunchKernel(list, kernel, &one, NULL, 0, NULL), "the launch");
    return EXIT_SUCCESS; /* which is what must not happen */
}
