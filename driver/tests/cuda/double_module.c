/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules, links and launches; see double.h.  A cubin of the double is the linked PTX. */
#include "double.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 128
#define NAMES_MAX 256
#define ARGUMENTS_MAX 8192

struct CUmod_st {
    size_t count;
    struct CUfunc_st *functions[NAMES_MAX];
};

struct CUfunc_st {
    char name[NAME_BYTES];
};

struct CUlinkState_st {
    char *text;
    size_t bytes;
};

/* The names after ".entry ". */
static void read_names(CUmodule module, const char *text)
{
    static const char mark[] = ".entry ";
    for (const char *at = text; module->count < NAMES_MAX && (at = strstr(at, mark));) {
        at += sizeof mark - 1;
        CUfunction function = calloc(1, sizeof *function);
        const size_t length = strcspn(at, "( \n");
        snprintf(function->name, sizeof function->name, "%.*s", (int)length, at);
        module->functions[module->count++] = function;
    }
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    *module = calloc(1, sizeof **module);
    if (!*module || !strstr(image, ".version")) {
        return CUDA_ERROR_INVALID_PTX;
    }
    read_names(*module, image);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    for (size_t i = 0; i < module->count; i++) {
        free(module->functions[i]);
    }
    free(module);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    for (size_t i = 0; i < module->count; i++) {
        if (strcmp(module->functions[i]->name, name) == 0) {
            *function = module->functions[i];
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module,
                                     const char *name)
{
    (void)address;
    (void)bytes;
    (void)module;
    (void)name;
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *state)
{
    (void)count;
    (void)options;
    (void)values;
    *state = calloc(1, sizeof **state);
    return *state ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t bytes,
                                 const char *name, unsigned count, int *options, void **values)
{
    (void)name;
    (void)count;
    (void)options;
    (void)values;
    const char *text = data;
    if (type != CU_JIT_INPUT_PTX || bytes == 0 || text[bytes - 1] != '\0') {
        return CUDA_ERROR_INVALID_PTX;
    }
    char *larger = realloc(state->text, state->bytes + bytes);
    if (!larger) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    state->text = larger;
    memcpy(larger + state->bytes, text, bytes);
    state->bytes += bytes - 1;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes)
{
    *cubin = state->text;
    *bytes = state->bytes + 1;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLinkDestroy(CUlinkState state)
{
    free(state->text);
    free(state);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function)
{
    *value = 0;
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK) {
        *value = GROUP_ITEMS_MAX;
    } else if (attribute == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES) {
        *value = (int)double_kernel_stack(function->name);
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    (void)function;
    return attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value >= 0
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, CUfunction function,
                                                            int items, size_t shared_bytes)
{
    (void)function;
    (void)shared_bytes;
    *count = 2048 / items < 32 ? 2048 / items : 32;
    return CUDA_SUCCESS;
}

/* ---- Launches -------------------------------------------------------------------------------- */

typedef struct launch {
    double_kernel_fn kernel;
    bool waits;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t shared_bytes;
    uint32_t offset[3];
    _Alignas(16) unsigned char arguments[ARGUMENTS_MAX];
} launch_t;

typedef struct one {
    const launch_t *launch;
    double_item_t item;
} one_t;

static void *run_item(void *argument)
{
    const one_t *one = argument;
    one->launch->kernel(&one->item, one->launch->arguments);
    return NULL;
}

static void run_group(const launch_t *launch, uint64_t group, one_t *items, pthread_t *threads)
{
    const uint32_t *block = launch->block;
    const uint64_t count = (uint64_t)block[0] * block[1] * block[2];
    char *local = calloc(1, launch->shared_bytes + 1u);
    for (uint64_t i = 0; i < count; i++) {
        items[i] = (one_t){
            .launch = launch,
            .item = {.local_id = {(uint32_t)(i % block[0]), (uint32_t)(i / block[0] % block[1]),
                                  (uint32_t)(i / block[0] / block[1])},
                     .group_id = {(uint32_t)(group % launch->grid[0]),
                                  (uint32_t)(group / launch->grid[0] % launch->grid[1]),
                                  (uint32_t)(group / launch->grid[0] / launch->grid[1])},
                     .group_size = {block[0], block[1], block[2]},
                     .group_count = {launch->grid[0], launch->grid[1], launch->grid[2]},
                     .global_offset = launch->offset,
                     .local = local}};
        if (!launch->waits) {
            run_item(&items[i]);
        } else if (pthread_create(&threads[i], NULL, run_item, &items[i]) != 0) {
            abort();
        }
    }
    for (uint64_t i = 0; launch->waits && i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    free(local);
}

typedef struct group {
    const launch_t *launch;
    uint64_t number;
} group_t;

static void *run_group_alone(void *argument)
{
    const group_t *group = argument;
    one_t *items = calloc(GROUP_ITEMS_MAX, sizeof *items);
    pthread_t *threads = calloc(GROUP_ITEMS_MAX, sizeof *threads);
    run_group(group->launch, group->number, items, threads);
    free(threads);
    free(items);
    return NULL;
}

/* Groups of a kernel that waits run at the same time. */
static void run(void *data)
{
    const launch_t *launch = data;
    const uint64_t groups = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    group_t *all = calloc(groups, sizeof *all);
    pthread_t *threads = calloc(groups, sizeof *threads);
    for (uint64_t i = 0; i < groups; i++) {
        all[i] = (group_t){.launch = launch, .number = i};
        if (!launch->waits) {
            run_group_alone(&all[i]);
        } else if (pthread_create(&threads[i], NULL, run_group_alone, &all[i]) != 0) {
            abort();
        }
    }
    for (uint64_t i = 0; launch->waits && i < groups; i++) {
        pthread_join(threads[i], NULL);
    }
    free(threads);
    free(all);
}

EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                               unsigned grid_z, unsigned block_x, unsigned block_y,
                               unsigned block_z, unsigned shared_bytes, CUstream stream,
                               void **arguments, void **extra)
{
    launch_t launch = {.kernel = double_kernel_find(function->name),
                       .waits = double_kernel_waits(function->name),
                       .grid = {grid_x, grid_y, grid_z},
                       .block = {block_x, block_y, block_z},
                       .shared_bytes = shared_bytes};
    const uint64_t items = (uint64_t)block_x * block_y * block_z;
    if (!launch.kernel || arguments || !extra || items == 0 || items > GROUP_ITEMS_MAX ||
        block_z > 64 || grid_x == 0 || grid_y == 0 || grid_z == 0 || grid_y > 65535 ||
        grid_z > 65535 || extra[0] != CU_LAUNCH_PARAM_BUFFER_POINTER ||
        extra[2] != CU_LAUNCH_PARAM_BUFFER_SIZE || extra[4] != CU_LAUNCH_PARAM_END) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    const size_t bytes = *(const size_t *)extra[3];
    const size_t own = double_kernel_bytes(function->name);
    const size_t offset_at = (own + 3) & ~(size_t)3;
    if (bytes > sizeof launch.arguments ||
        (bytes != own && bytes != offset_at + sizeof launch.offset)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    /* The real one makes room: it waits until the GPU is idle, which may be never. */
    if (double_stack() < double_kernel_stack(function->name)) {
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    }
    memcpy(launch.arguments, extra[1], bytes);
    if (bytes != own) {
        memcpy(launch.offset, launch.arguments + offset_at, sizeof launch.offset);
    }
    double_stream_add(stream, run, &launch, sizeof launch);
    return CUDA_SUCCESS;
}
