/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See gpu_module.h.  A module without imports has machine code from the start.  A module with
 * imports gets it from a link, which makes machine code of all the modules together.  This moves
 * their variables, which keep their values.  One lock guards links and everything that a link
 * changes.
 */
#include "cuda/gpu_module.h"

#include "cuda/code.h"
#include "cuda/gpu_kernel.h"
#include "cuda/gpu_queue.h"
#include "cuda/name.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct kernel {
    zed_kernel_t record;
    zed_gpu_code_t code;
} kernel_t;

struct zed_module {
    uint32_t tile;
    zed_ptx_t *ptx;
    zed_code_t *code; /* NULL: some symbols are missing */
    bool prints;
    uint32_t kernel_count;
    kernel_t *kernels;
    const char **names; /* of the kernels, then NULL */
};

static pthread_mutex_t link_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Kernels ---------------------------------------------------------------------------------- */

static bool make_kernels(zed_module_t *module)
{
    module->kernel_count = zed_ptx_kernel_count(module->ptx);
    module->kernels = calloc(module->kernel_count + 1u, sizeof *module->kernels);
    module->names = calloc(module->kernel_count + 1u, sizeof *module->names);
    if (!module->kernels || !module->names) {
        return false;
    }
    for (uint32_t i = 0; i < module->kernel_count; i++) {
        kernel_t *kernel = &module->kernels[i];
        kernel->record = *zed_ptx_kernel(module->ptx, i);
        kernel->code = (zed_gpu_code_t){.name = zed_name_keep(kernel->record.name),
                                        .tile = module->tile,
                                        .prints = module->prints};
        if (!kernel->code.name) {
            return false;
        }
        kernel->record.name = kernel->code.name;
        kernel->record.module = module;
        kernel->record.code = &kernel->code;
        module->names[i] = kernel->record.name;
    }
    return true;
}

static uint32_t attribute(CUfunction function, int which)
{
    int value = 0;
    return zed_cuda.cuFuncGetAttribute(&value, which, function) == CUDA_SUCCESS && value > 0
               ? (uint32_t)value
               : 0;
}

/* Reads the limits of the machine code. */
static CUresult measure(kernel_t *kernel, const zed_device_info_t *info, CUmodule module)
{
    CUfunction function;
    const CUresult result = zed_cuda.cuModuleGetFunction(&function, module, kernel->record.name);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    kernel->code.function = function;
    kernel->code.static_bytes = attribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    kernel->record.max_group_size = attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    kernel->record.private_bytes = attribute(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    return zed_cuda.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       (int)(info->max_local_bytes - kernel->code.static_bytes));
}

static ze_result_t measure_kernels(zed_module_t *module)
{
    CUresult measured = CUDA_SUCCESS;
    ze_result_t result = zed_gpu_enter(module->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    uint32_t stack = 0;
    for (uint32_t i = 0; i < module->kernel_count && measured == CUDA_SUCCESS; i++) {
        kernel_t *kernel = &module->kernels[i];
        measured = measure(kernel, zed_gpu_info(module->tile), module->code->module);
        stack = kernel->record.private_bytes > stack ? kernel->record.private_bytes : stack;
    }
    zed_gpu_reserve_stack(stack);
    zed_gpu_leave();
    return zed_cuda_status(measured, "find a module's kernels", NULL);
}

/* ---- Modules ---------------------------------------------------------------------------------- */

static bool imports_any(const zed_ptx_t *ptx)
{
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; zed_ptx_symbol(ptx, i, &symbol); i++) {
        if (symbol.imported) {
            return true;
        }
    }
    return false;
}

static void release(zed_module_t *module)
{
    zed_code_drop(module->code);
    if (module->ptx) {
        zed_ptx_destroy(module->ptx);
    }
    free(module->kernels);
    free(module->names);
    free(module);
}

static ze_result_t fill_module(zed_module_t *module, FILE *log)
{
    size_t bytes;
    const char *const text = zed_ptx_text(module->ptx, &bytes);
    module->prints = strstr(text, "vprintf") || strstr(text, "__assertfail");
    if (!make_kernels(module)) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (imports_any(module->ptx)) {
        return ZE_RESULT_SUCCESS;
    }
    const ze_result_t result = zed_code_load(module->tile, 1, &module->ptx, log, &module->code);
    return result == ZE_RESULT_SUCCESS ? measure_kernels(module) : result;
}

/* Appends later messages to the compiler's log. */
static ze_result_t finish_log(FILE *more, char **text, char *first, char **log)
{
    if (fclose(more) != 0) {
        free(first);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    if ((*text)[0] == '\0') {
        free(*text);
        *log = first;
        return ZE_RESULT_SUCCESS;
    }
    *log = *text;
    free(first);
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_gpu_module_create(uint32_t tile, const zed_module_desc_t *desc,
                                  zed_module_t **module, char **log)
{
    *log = NULL;
    zed_module_t *made = calloc(1, sizeof *made);
    if (!made) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    made->tile = tile;
    ze_result_t result = zed_ptx_create(desc, &made->ptx, log);
    if (result != ZE_RESULT_SUCCESS) {
        free(made);
        return result;
    }
    char *text = NULL;
    size_t bytes = 0;
    FILE *more = open_memstream(&text, &bytes);
    if (!more) {
        release(made);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (*log) {
        fputs(*log, more);
    }
    result = fill_module(made, more);
    const ze_result_t logged = finish_log(more, &text, *log, log);
    result = result == ZE_RESULT_SUCCESS ? logged : result;
    if (result != ZE_RESULT_SUCCESS) {
        release(made);
        return result;
    }
    *module = made;
    return ZE_RESULT_SUCCESS;
}

void zed_gpu_module_destroy(zed_module_t *module)
{
    pthread_mutex_lock(&link_lock);
    release(module);
    pthread_mutex_unlock(&link_lock);
}

/* ---- Links ------------------------------------------------------------------------------------ */

static bool is_exported(uint32_t count, zed_module_t *const *modules, const char *name)
{
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t s = 0; zed_ptx_symbol(modules[i]->ptx, s, &symbol); s++) {
            if (symbol.exported && strcmp(symbol.name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool all_resolved(uint32_t count, zed_module_t *const *modules, FILE *log)
{
    bool resolved = true;
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t s = 0; zed_ptx_symbol(modules[i]->ptx, s, &symbol); s++) {
            if (symbol.imported && !is_exported(count, modules, symbol.name)) {
                fprintf(log, "error: unresolved symbol '%s'\n", symbol.name);
                resolved = false;
            }
        }
    }
    return resolved;
}

/* Copies the values of the module's variables from its current code. */
static ze_result_t move_variables(const zed_module_t *module, const zed_code_t *to)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    zed_module_symbol_t symbol;
    for (uint32_t s = 0; result == ZE_RESULT_SUCCESS && zed_ptx_symbol(module->ptx, s, &symbol);
         s++) {
        CUdeviceptr old_place;
        CUdeviceptr new_place;
        size_t bytes;
        if (symbol.exported &&
            zed_cuda.cuModuleGetGlobal(&old_place, &bytes, module->code->module, symbol.name) ==
                CUDA_SUCCESS &&
            zed_cuda.cuModuleGetGlobal(&new_place, &bytes, to->module, symbol.name) ==
                CUDA_SUCCESS) {
            result = zed_gpu_copy((void *)new_place, (const void *)old_place, bytes);
        }
    }
    return result;
}

/* From now on, the modules run the code that they share. */
static ze_result_t adopt(uint32_t count, zed_module_t *const *modules, zed_code_t *code)
{
    ze_result_t result = ZE_RESULT_SUCCESS;
    for (uint32_t i = 0; i < count; i++) {
        zed_module_t *module = modules[i];
        if (module->code && zed_gpu_enter(module->tile) == ZE_RESULT_SUCCESS) {
            const ze_result_t moved = move_variables(module, code);
            zed_gpu_leave();
            result = result == ZE_RESULT_SUCCESS ? moved : result;
        }
        zed_code_drop(module->code);
        module->code = code;
        const ze_result_t measured = measure_kernels(module);
        result = result == ZE_RESULT_SUCCESS ? measured : result;
    }
    return result;
}

static bool needs_link(uint32_t count, zed_module_t *const *modules)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!modules[i]->code) {
            return true;
        }
    }
    return false;
}

static ze_result_t link_modules(uint32_t count, zed_module_t *const *modules, FILE *log)
{
    if (!all_resolved(count, modules, log)) {
        return ZE_RESULT_ERROR_MODULE_LINK_FAILURE;
    }
    if (!needs_link(count, modules)) {
        return ZE_RESULT_SUCCESS;
    }
    zed_ptx_t **texts = calloc(count, sizeof(zed_ptx_t *));
    if (!texts) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        texts[i] = modules[i]->ptx;
    }
    zed_code_t *code;
    ze_result_t result = zed_code_load(modules[0]->tile, count, texts, log, &code);
    free(texts);
    return result == ZE_RESULT_SUCCESS ? adopt(count, modules, code) : result;
}

ze_result_t zed_gpu_module_link(uint32_t count, zed_module_t *const *modules, char **log)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    *log = NULL;
    if (!stream) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_lock(&link_lock);
    const ze_result_t result = link_modules(count, modules, stream);
    pthread_mutex_unlock(&link_lock);
    const ze_result_t logged = finish_log(stream, &text, NULL, log);
    return result == ZE_RESULT_SUCCESS ? logged : result;
}

/* ---- Questions -------------------------------------------------------------------------------- */

const char *const *zed_gpu_module_kernel_names(zed_module_t *module)
{
    return module->names;
}

ze_result_t zed_gpu_module_global(zed_module_t *module, const char *name, void **address,
                                  size_t *bytes)
{
    CUdeviceptr found = 0;
    if (!module->code) {
        return ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED;
    }
    ze_result_t result = zed_gpu_enter(module->tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const bool has =
        zed_cuda.cuModuleGetGlobal(&found, bytes, module->code->module, name) == CUDA_SUCCESS;
    zed_gpu_leave();
    *address = (void *)found;
    return has ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_INVALID_GLOBAL_NAME;
}

/* libcuda does not return a function's address. */
ze_result_t zed_gpu_module_function(zed_module_t *module, const char *name, void **address)
{
    (void)module;
    (void)name;
    (void)address;
    return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}

bool zed_gpu_module_symbol(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol)
{
    return zed_ptx_symbol(module->ptx, index, symbol);
}

ze_result_t zed_gpu_module_native(zed_module_t *module, uint8_t **binary, size_t *bytes)
{
    return zed_ptx_native(module->ptx, binary, bytes);
}

ze_result_t zed_gpu_kernel_get(zed_module_t *module, const char *name, const zed_kernel_t **kernel)
{
    for (uint32_t i = 0; i < module->kernel_count; i++) {
        if (strcmp(module->names[i], name) == 0) {
            *kernel = &module->kernels[i].record;
            return module->code ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED;
        }
    }
    return ZE_RESULT_ERROR_INVALID_KERNEL_NAME;
}

uint32_t zed_gpu_resident_groups(const zed_kernel_t *kernel, uint32_t group_items,
                                 uint32_t local_bytes)
{
    const zed_gpu_code_t *code = kernel->code;
    int each = 0;
    int processors = 0;
    if (zed_gpu_enter(code->tile) != ZE_RESULT_SUCCESS) {
        return 0;
    }
    zed_cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, code->function, (int)group_items,
                                                         local_bytes);
    zed_cuda.cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                  zed_gpu_device(code->tile));
    zed_gpu_leave();
    return each > 0 && processors > 0 ? (uint32_t)each * (uint32_t)processors : 0;
}
