/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels.h"

#include "job.h"
#include "log.h"
#include "ze_error.h"
#include <stdlib.h>

static bool succeeded(ze_result_t result, const char *what, const char *call)
{
    if (result == ZE_RESULT_SUCCESS) {
        return true;
    }
    ishmemi_error("%s: %s failed: 0x%x, %s", what, call, (unsigned)result,
                  ishmemi_ze_error(result));
    return false;
}

static void say_log(const char *what, ze_module_build_log_handle_t log)
{
    size_t bytes = 0;
    if (zeModuleBuildLogGetString(log, &bytes, NULL) != ZE_RESULT_SUCCESS || bytes == 0) {
        return;
    }
    char *const text = malloc(bytes);
    if (text && zeModuleBuildLogGetString(log, &bytes, text) == ZE_RESULT_SUCCESS) {
        ishmemi_error("%s: building the kernels: %s", what, text);
    }
    free(text);
}

bool ishmemi_kernels_build(const ishmemi_kernels_image_t *image, const uint32_t *constant,
                           ze_module_handle_t *module)
{
    static const uint32_t number = 1;
    const void *value = constant;
    const ze_module_constants_t spec = {1, &number, &value};
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = (size_t)(image->end - image->start),
                                   .pInputModule = image->start,
                                   .pBuildFlags = image->flags,
                                   .pConstants = constant ? &spec : NULL};
    ze_module_build_log_handle_t log = NULL;
    ze_module_handle_t made = NULL;
    const bool built =
        succeeded(zeModuleCreate(ishmemi_job.context, ishmemi_job.device, &desc, &made, &log),
                  image->what, "zeModuleCreate");
    if (log) {
        if (!built) {
            say_log(image->what, log);
        }
        zeModuleBuildLogDestroy(log);
    }
    if (built) {
        *module = made;
    }
    return built;
}

bool ishmemi_kernels_make(const char *what, ze_module_handle_t module, const char *name,
                          uint32_t items, ze_kernel_handle_t *kernel)
{
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    const ze_kernel_indirect_access_flags_t everything = ZE_KERNEL_INDIRECT_ACCESS_FLAG_HOST |
                                                         ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE |
                                                         ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED;
    ze_kernel_handle_t made = NULL;
    if (!succeeded(zeKernelCreate(module, &desc, &made), what, "zeKernelCreate")) {
        return false;
    }
    if (!succeeded(zeKernelSetGroupSize(made, items, 1, 1), what, "zeKernelSetGroupSize") ||
        !succeeded(zeKernelSetIndirectAccess(made, everything), what,
                   "zeKernelSetIndirectAccess")) {
        zeKernelDestroy(made);
        return false;
    }
    *kernel = made;
    return true;
}
