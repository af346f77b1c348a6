/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Binding modules to the job: the device library has one program-scope variable, which gets the
 * address of the default context's state.
 */
#include "check.h"
#include "job.h"
#include "log.h"
#include "tile_copy.h"
#include "ze_error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(token) #token
#define TEXT(token) TEXT_(token)
#define LAYOUTS_TRIED 99

/* The layout for which a module was built that has another variable than ours, or 0. */
static int find_other_layout(ze_module_handle_t module)
{
    for (int layout = 1; layout <= LAYOUTS_TRIED; layout++) {
        char name[64];
        size_t bytes;
        void *address;
        snprintf(name, sizeof name, ISHMEMI_DEFAULT_CTX_PREFIX "%d", layout);
        if (zeModuleGetGlobalPointer(module, name, &bytes, &address) == ZE_RESULT_SUCCESS) {
            return layout;
        }
    }
    return 0;
}

static int bind_module(const char *routine, ze_module_handle_t module)
{
    size_t bytes = 0;
    void *address = NULL;
    const ze_result_t result =
        zeModuleGetGlobalPointer(module, TEXT(ISHMEMI_DEFAULT_CTX), &bytes, &address);
    if (result == ZE_RESULT_SUCCESS) {
        const uint64_t state = (uintptr_t)ishmemi_job.default_ctx;
        return ishmemi_tile_copy(address, &state, sizeof state);
    }
    const int layout = find_other_layout(module);
    if (layout > 0) {
        ishmemi_error("%s: the module was built with device headers or a device library of layout "
                      "%d, this library has layout %d: build its kernels again", routine, layout,
                      ISHMEMI_STATE_LAYOUT);
        return -1;
    }
    ishmemi_debug("%s: the module uses no default context", routine);
    return 0;
}

int ishmemx_module_init(ze_module_handle_t module)
{
    static const char routine[] = "ishmemx_module_init";
    ishmemi_check_ready(routine);
    if (!module) {
        ishmemi_error("%s: argument module is NULL", routine);
        return -1;
    }
    return bind_module(routine, module);
}

static uint8_t *read_file(const char *path, size_t *bytes)
{
    FILE *const file = fopen(path, "rbe");
    uint8_t *image = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        if (size > 0 && fseek(file, 0, SEEK_SET) == 0) {
            image = malloc((size_t)size);
        } else if (size == 0) {
            errno = ENODATA;
        }
        if (image && fread(image, 1, (size_t)size, file) != (size_t)size) {
            free(image);
            image = NULL;
        }
        *bytes = (size_t)size;
    }
    const int error = errno;
    if (file) {
        fclose(file);
    }
    errno = error;
    return image;
}

/* The compiler's log, to be freed, or NULL if it has said nothing. */
static char *read_log(ze_module_build_log_handle_t log)
{
    size_t bytes = 0;
    if (zeModuleBuildLogGetString(log, &bytes, NULL) != ZE_RESULT_SUCCESS || bytes <= 1) {
        return NULL;
    }
    char *const text = calloc(bytes + 1, 1);
    if (text && zeModuleBuildLogGetString(log, &bytes, text) != ZE_RESULT_SUCCESS) {
        free(text);
        return NULL;
    }
    return text;
}

static int build(const char *routine, const char *path, const uint8_t *image, size_t bytes,
                 ze_module_handle_t *module)
{
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = bytes,
                                   .pInputModule = image};
    ze_module_build_log_handle_t log = NULL;
    const ze_result_t result =
        zeModuleCreate(ishmemi_job.context, ishmemi_job.device, &desc, module, &log);
    char *const text = log ? read_log(log) : NULL;
    if (log) {
        zeModuleBuildLogDestroy(log);
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("%s: %s cannot be built: 0x%x, %s%s%s", routine, path, (unsigned)result,
                      ishmemi_ze_error(result), text ? "; the compiler says:\n" : "",
                      text ? text : "");
    } else if (text) {
        ishmemi_debug("%s: %s: the compiler says:\n%s", routine, path, text);
    }
    free(text);
    return result == ZE_RESULT_SUCCESS ? 0 : -1;
}

int ishmemx_module_load(const char *path, ze_module_handle_t *module)
{
    static const char routine[] = "ishmemx_module_load";
    ishmemi_check_ready(routine);
    if (!path || !module) {
        ishmemi_error("%s: argument %s is NULL", routine, path ? "module" : "path");
        return -1;
    }
    size_t bytes = 0;
    uint8_t *const image = read_file(path, &bytes);
    if (!image) {
        ishmemi_error("%s: %s cannot be read: %s", routine, path, strerror(errno));
        return -1;
    }
    ze_module_handle_t built = NULL;
    int result = build(routine, path, image, bytes, &built);
    free(image);
    if (result == 0 && bind_module(routine, built) != 0) {
        zeModuleDestroy(built);
        result = -1;
    }
    if (result == 0) {
        *module = built;
    }
    return result;
}
