/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Binds modules to the job: stores the address of the default context's state in the device
 * library's one program-scope variable.
 */
#include "check.h"
#include "compiling.h"
#include "file.h"
#include "job.h"
#include "log.h"
#include "races/order/races.h"
#include "readable.h"
#include "state.h"
#include "tile_copy.h"
#include "ze_cpu_ext.h"
#include "ze_error.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(token) #token
#define TEXT(token) TEXT_(token)
#define LAYOUTS_TRIED 99

#define SPIRV_MAGIC UINT32_C(0x07230203)
#define SPIRV_LEAST_BYTES 20 /* a header */
#define LLVM_MAGIC UINT32_C(0xdec04342)
#define IMAGE_MOST_BYTES ((size_t)1 << 30)

/* If the module has the variable of another layout, the number of that layout, otherwise 0. */
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

static int refuse_module(const char *routine, ze_module_handle_t module, const char *why)
{
    ishmemi_error("%s: argument module is %p, expected a module that the driver knows%s", routine,
                  (void *)module, why);
    return -1;
}

static int bind_module(const char *routine, ze_module_handle_t module)
{
    size_t bytes = 0;
    void *address = NULL;
    const ze_result_t result =
        zeModuleGetGlobalPointer(module, TEXT(ISHMEMI_DEFAULT_CTX), &bytes, &address);
    if (result == ZE_RESULT_SUCCESS) {
        ishmemi_races_expect_calls();
        char value[ZE_CPU_MODULE_VARIABLE_MAX];
        const size_t most = ishmemi_state_variable(value);
        return ishmemi_tile_copy(address, value, bytes < most ? bytes : most);
    }
    /* Drivers return different errors for a name that a module lacks, but all of them list a
     * module's kernels. */
    uint32_t kernels = 0;
    const ze_result_t known = zeModuleGetKernelNames(module, &kernels, NULL);
    if (known != ZE_RESULT_SUCCESS) {
        char why[128];
        snprintf(why, sizeof why, ": 0x%x, %s", (unsigned)known, ishmemi_ze_error(known));
        return refuse_module(routine, module, why);
    }
    const int layout = find_other_layout(module);
    if (layout > 0) {
        ishmemi_error("%s: the module was built with device headers or a device library of layout "
                      "%d, but this library has layout %d: build its kernels again",
                      routine, layout, ISHMEMI_STATE_LAYOUT);
        return -1;
    }
    ishmemi_debug("%s: the module uses no default context", routine);
    return 0;
}

int ishmemx_module_init(ze_module_handle_t module)
{
    static const char routine[] = "ishmemx_module_init";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (!module) {
        ishmemi_error("%s: argument module is NULL, expected a module", routine);
        return -1;
    }
    /* The loader and drivers dereference a handle. */
    if (!ishmemi_is_handle(module)) {
        return refuse_module(routine, module, "");
    }
    return bind_module(routine, module);
}

/* What is wrong with an image that is no SPIR-V, or NULL; a module of the other byte order is one.
 */
static const char *find_fault(const char *image, size_t bytes)
{
    uint32_t magic = 0;
    if (bytes == 0) {
        return "it is empty";
    }
    memcpy(&magic, image, bytes < sizeof magic ? bytes : sizeof magic);
    if (magic == SPIRV_MAGIC || magic == __builtin_bswap32(SPIRV_MAGIC)) {
        return bytes % sizeof magic == 0 && bytes >= SPIRV_LEAST_BYTES ? NULL
                                                                       : "it is truncated SPIR-V";
    }
    if (magic == LLVM_MAGIC) {
        return "it is LLVM bitcode, expected SPIR-V: link it with ishmemcc";
    }
    return "it is not SPIR-V; ishmemcc compiles kernels to SPIR-V";
}

static int refuse_image(const char *routine, const char *name, const char *why)
{
    ishmemi_error("%s: %s cannot be loaded: %s", routine, name, why);
    return -1;
}

/* The compiler's log, which the caller frees; NULL if it is empty. */
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

/* The driver finds kernels only if everything that they call is defined, and does not name what is
 * missing. */
static int check_imports(const char *routine, const char *name, ze_module_handle_t module)
{
    ze_module_build_log_handle_t log = NULL;
    const ze_result_t result = zeModuleDynamicLink(1, &module, &log);
    char *const text = log ? read_log(log) : NULL;
    if (log) {
        zeModuleBuildLogDestroy(log);
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("%s: %s uses symbols that it does not define: 0x%x, %s%s%s", routine, name,
                      (unsigned)result, ishmemi_ze_error(result),
                      text ? "; the driver says:\n" : "", text ? text : "");
    }
    free(text);
    return result == ZE_RESULT_SUCCESS ? 0 : -1;
}

static int build(const char *routine, const char *name, const char *image, size_t bytes,
                 ze_module_handle_t *module)
{
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = bytes,
                                   .pInputModule = (const uint8_t *)image};
    ze_module_build_log_handle_t log = NULL;
    ishmemi_compiling_t compiling;
    ishmemi_compiling_begin(&compiling, name);
    const ze_result_t result =
        zeModuleCreate(ishmemi_job.context, ishmemi_job.device, &desc, module, &log);
    ishmemi_compiling_end(&compiling);
    char *const text = log ? read_log(log) : NULL;
    if (log) {
        zeModuleBuildLogDestroy(log);
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("%s: %s cannot be built: 0x%x, %s%s%s", routine, name, (unsigned)result,
                      ishmemi_ze_error(result), text ? "; the compiler says:\n" : "",
                      text ? text : "");
    } else if (text) {
        ishmemi_debug("%s: %s: the compiler says:\n%s", routine, name, text);
    }
    free(text);
    return result == ZE_RESULT_SUCCESS ? 0 : -1;
}

/* From an image in memory.  Messages call it `name`. */
static int load(const char *routine, const char *name, const char *image, size_t bytes,
                ze_module_handle_t *module)
{
    const char *const why = find_fault(image, bytes);
    if (why) {
        return refuse_image(routine, name, why);
    }
    ze_module_handle_t built = NULL;
    if (build(routine, name, image, bytes, &built) != 0) {
        return -1;
    }
    if (check_imports(routine, name, built) != 0 || bind_module(routine, built) != 0) {
        zeModuleDestroy(built);
        return -1;
    }
    *module = built;
    return 0;
}

int ishmemx_module_load(const char *path, ze_module_handle_t *module)
{
    static const char routine[] = "ishmemx_module_load";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (!path || !module) {
        ishmemi_error("%s: argument %s is NULL, expected %s", routine, path ? "module" : "path",
                      path ? "the address for the module's handle" : "the name of a file");
        return -1;
    }
    size_t bytes = 0;
    const char *why;
    char *const image = ishmemi_file_read(path, IMAGE_MOST_BYTES, &bytes, &why);
    if (!image) {
        return refuse_image(routine, path, why);
    }
    const int result = load(routine, path, image, bytes, module);
    free(image);
    return result;
}

int ishmemx_module_load_memory(const void *spirv, size_t bytes, ze_module_handle_t *module)
{
    static const char routine[] = "ishmemx_module_load_memory";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (!spirv || !module) {
        ishmemi_error("%s: argument %s is NULL, expected %s", routine, spirv ? "module" : "spirv",
                      spirv ? "the address for the module's handle" : "a module in SPIR-V");
        return -1;
    }
    char name[64];
    snprintf(name, sizeof name, "the module at %p of %zu bytes", spirv, bytes);
    if (bytes > IMAGE_MOST_BYTES) {
        return refuse_image(routine, name, "it is too long; expected at most 1 GiB");
    }
    if (bytes > 0 && !ishmemi_is_readable(spirv, bytes)) {
        return refuse_image(routine, name, "the memory cannot be read");
    }
    return load(routine, name, spirv, bytes, module);
}
