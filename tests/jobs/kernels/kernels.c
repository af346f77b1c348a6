/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kernels DIRECTORY KERNEL: launches a kernel of wrong.cl, whose mistake the driver must name.
 */
#include "ishmemx.h"

#include <fenv.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS 2
#define ITEMS 16
#define WORDS (GROUPS * ITEMS)

static void require(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "kernels: %s failed\n", what);
        exit(3);
    }
}
#define ZE(call) require((call) == ZE_RESULT_SUCCESS, #call)

static bool in_heap;

static void *allocate(size_t bytes)
{
    if (in_heap) {
        return ishmem_calloc(1, bytes);
    }
    const ze_device_mem_alloc_desc_t device_desc = {.stype =
                                                        ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t host_desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    ZE(zeMemAllocShared(ishmemx_ze_context(), &device_desc, &host_desc, bytes, 64,
                        ishmemx_ze_device(), &memory));
    return memory;
}

static void run(ze_kernel_handle_t kernel)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_group_count_t groups = {GROUPS, 1, 1};
    ze_command_list_handle_t list;
    ZE(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list));
    ZE(zeKernelSetGroupSize(kernel, ITEMS, 1, 1));
    ZE(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL));
    ZE(zeCommandListDestroy(list));
}

int main(int argc, char **argv)
{
    char path[4096];
    require(argc == 3, "the usage, kernels DIRECTORY KERNEL,");
    snprintf(path, sizeof path, "%s/wrong.spv", argv[1]);
#if defined(__x86_64__) && defined(__GLIBC__)
    /* Threads that are made from here on have it, too. */
    if (strcmp(argv[2], "divide") == 0) {
        feenableexcept(FE_DIVBYZERO);
    }
#endif
    ishmem_init();
    ze_module_handle_t module;
    require(ishmemx_module_load(path, &module) == 0, "ishmemx_module_load");
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = argv[2]};
    ze_kernel_handle_t kernel;
    ZE(zeKernelCreate(module, &desc, &kernel));
    in_heap = strncmp(argv[2], "heap_", 5) == 0;
    int *const words = allocate(WORDS * sizeof *words);
    float *const numbers = allocate(WORDS * sizeof *numbers);
    for (int i = 0; i < WORDS; i++) {
        numbers[i] = (float)i;
    }
    ZE(zeKernelSetArgumentValue(kernel, 0, sizeof words, &words));
    ZE(zeKernelSetArgumentValue(kernel, 1, sizeof numbers, &numbers));
    ZE(zeKernelSetArgumentValue(kernel, 2, ITEMS * sizeof(int), NULL));
    if (strcmp(argv[2], "freed") == 0) {
        ZE(zeMemFree(ishmemx_ze_context(), numbers));
    }
    if (strcmp(argv[2], "heap_freed") == 0) {
        ishmem_free(numbers);
    }
    /* One PE is enough to be wrong. */
    if (ishmem_my_pe() == 0) {
        run(kernel);
    }
    ishmem_barrier_all();
    printf("words: %d %d\n", words[0], words[17]);
    ishmem_finalize();
    return EXIT_SUCCESS;
}
