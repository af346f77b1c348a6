/* SPDX-License-Identifier: BSD-3-Clause */
/* See code.h. */
#include "cuda/code.h"

#include <stdlib.h>
#include <string.h>

#define LOG_BYTES 8192

/* The most registers per work-item that let every kernel have groups of 1024. */
#define REGISTERS_MAX 64

#define KEY_BYTES 128

/* The options, and their values in the same order. */
typedef struct options {
    int names[3];
    void *values[3];
    char errors[LOG_BYTES];
} options_t;

static void make_options(options_t *options)
{
    options->errors[0] = '\0';
    options->names[0] = CU_JIT_ERROR_LOG_BUFFER;
    options->values[0] = options->errors;
    options->names[1] = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
    options->values[1] = (void *)(uintptr_t)sizeof options->errors;
    options->names[2] = CU_JIT_MAX_REGISTERS;
    options->values[2] = (void *)(uintptr_t)REGISTERS_MAX;
}

static ze_result_t build_failure(CUresult result, const options_t *options, FILE *log)
{
    fprintf(log, "error: NVIDIA's driver cannot compile the module: %s\n%s",
            zed_cuda_error_text(result), options->errors);
    return result == CUDA_ERROR_OUT_OF_MEMORY ? ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
                                              : ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
}

static CUresult add_all(CUlinkState state, uint32_t count, zed_ptx_t *const *ptx)
{
    CUresult result = CUDA_SUCCESS;
    for (uint32_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        size_t bytes;
        const char *text = zed_ptx_text(ptx[i], &bytes);
        result = zed_cuda.cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)text, bytes + 1,
                                        "module", 0, NULL, NULL);
    }
    return result;
}

/* Compiles and loads.  Keeps the machine code on disk if it comes from only one module. */
static ze_result_t compile(const char *key, uint32_t count, zed_ptx_t *const *ptx, FILE *log,
                           CUmodule *module)
{
    options_t options;
    CUlinkState state;
    void *cubin;
    size_t bytes;
    make_options(&options);
    CUresult result = zed_cuda.cuLinkCreate(3, options.names, options.values, &state);
    if (result != CUDA_SUCCESS) {
        return build_failure(result, &options, log);
    }
    result = add_all(state, count, ptx);
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuLinkComplete(state, &cubin, &bytes);
    }
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuModuleLoadData(module, cubin);
    }
    if (result == CUDA_SUCCESS && count == 1) {
        zed_ptx_cubin_write(ptx[0], key, cubin, bytes);
    }
    zed_cuda.cuLinkDestroy(state); /* also frees the cubin */
    return result == CUDA_SUCCESS ? ZE_RESULT_SUCCESS : build_failure(result, &options, log);
}

static bool load_kept(const zed_ptx_t *ptx, const char *key, CUmodule *module)
{
    uint8_t *cubin;
    size_t bytes;
    if (!zed_ptx_cubin_read(ptx, key, &cubin, &bytes)) {
        return false;
    }
    const bool loaded = zed_cuda.cuModuleLoadData(module, cubin) == CUDA_SUCCESS;
    free(cubin);
    return loaded;
}

ze_result_t zed_code_load(uint32_t tile, uint32_t count, zed_ptx_t *const *ptx, FILE *log,
                          zed_code_t **code)
{
    char key[KEY_BYTES];
    zed_code_t *made = calloc(1, sizeof *made);
    if (!made) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    made->tile = tile;
    made->users = count;
    snprintf(key, sizeof key, "%s registers %d", zed_gpu_code_key(tile), REGISTERS_MAX);
    ze_result_t result = zed_gpu_enter(tile);
    if (result == ZE_RESULT_SUCCESS) {
        if (count != 1 || !load_kept(ptx[0], key, &made->module)) {
            result = compile(key, count, ptx, log, &made->module);
        }
        zed_gpu_leave();
    }
    if (result != ZE_RESULT_SUCCESS) {
        free(made);
        return result;
    }
    *code = made;
    return ZE_RESULT_SUCCESS;
}

void zed_code_drop(zed_code_t *code)
{
    if (!code || --code->users != 0) {
        return;
    }
    if (zed_gpu_enter(code->tile) == ZE_RESULT_SUCCESS) {
        zed_cuda.cuModuleUnload(code->module);
        zed_gpu_leave();
    }
    free(code);
}
