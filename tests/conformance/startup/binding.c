/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * binding driver|program: kernels that nobody has bound by hand call routines without a context, in two jobs one after
 * the other.  driver: the driver binds them; their modules are from before the start and from after it.  program: with a
 * driver that cannot, here because its function is hidden, a function of the program is called at each start.
 */
#include "require.h"

#include <dlfcn.h>
#include <ishmemx.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define JOBS 2

/* As in ishmem/sycl/kernels.h, which is in C++. */
void ishmemi_sycl_at_start(void (*binder)(void));

static bool hides;
static int binder_calls;
static ze_context_handle_t context;
static ze_module_handle_t module;

/* In place of the loader's. */
__attribute__((visibility("default"))) ze_result_t
zeDriverGetExtensionFunctionAddress(ze_driver_handle_t driver, const char *name, void **address)
{
    ze_result_t (*next)(ze_driver_handle_t, const char *, void **);
    if (hides && strcmp(name, "zeCpuSetModuleVariable") == 0) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    void *const found = dlsym(RTLD_NEXT, __func__);
    REQUIRE(found);
    memcpy(&next, &found, sizeof next);
    return next(driver, name, address);
}

/* In a context that is not the library's and outlives a job. */
static void build(void)
{
    static uint8_t image[1 << 22];
    FILE *const file = fopen(MODULE, "rb");
    REQUIRE(file);
    const size_t bytes = fread(image, 1, sizeof image, file);
    fclose(file);
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_IL_SPIRV,
                                   .inputSize = bytes,
                                   .pInputModule = image};
    REQUIRE(zeModuleCreate(context, ishmemx_ze_device(), &desc, &module, NULL) ==
            ZE_RESULT_SUCCESS);
}

static void open_context(void)
{
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    REQUIRE(zeContextCreate(ishmemx_ze_driver(), &desc, &context) == ZE_RESULT_SUCCESS);
}

static void run_kernel(void)
{
    const ze_host_mem_alloc_desc_t memory = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "tell"};
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_group_count_t one = {1, 1, 1};
    void *told = NULL;
    ze_kernel_handle_t kernel;
    ze_command_list_handle_t list;
    REQUIRE(zeMemAllocHost(context, &memory, 2 * sizeof(int), 64, &told) == ZE_RESULT_SUCCESS);
    REQUIRE(zeKernelCreate(module, &desc, &kernel) == ZE_RESULT_SUCCESS);
    REQUIRE(zeKernelSetGroupSize(kernel, 1, 1, 1) == ZE_RESULT_SUCCESS);
    REQUIRE(zeKernelSetArgumentValue(kernel, 0, sizeof told, &told) == ZE_RESULT_SUCCESS);
    REQUIRE(zeCommandListCreateImmediate(context, ishmemx_ze_device(), &queue, &list) ==
            ZE_RESULT_SUCCESS);
    REQUIRE(zeCommandListAppendLaunchKernel(list, kernel, &one, NULL, 0, NULL) ==
            ZE_RESULT_SUCCESS);
    const int *const numbers = told;
    REQUIRE(numbers[0] == ishmem_my_pe() && numbers[1] == ishmem_n_pes());
    REQUIRE(zeCommandListDestroy(list) == ZE_RESULT_SUCCESS);
    REQUIRE(zeKernelDestroy(kernel) == ZE_RESULT_SUCCESS);
    REQUIRE(zeMemFree(context, told) == ZE_RESULT_SUCCESS);
}

static void bind_by_hand(void)
{
    binder_calls++;
    if (!module) {
        open_context();
        build();
    }
    REQUIRE(ishmemx_module_init(module) == 0);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 2);
    hides = strcmp(argv[1], "program") == 0;
    ishmemi_sycl_at_start(bind_by_hand);
    for (int job = 0; job < JOBS; job++) {
        ishmem_init();
        ishmem_init(); /* binds nothing more */
        REQUIRE(binder_calls == (hides ? job + 1 : 0));
        if (!module) {
            open_context();
            build();
        }
        run_kernel();
        ishmem_finalize();
        ishmem_finalize();
    }
    REQUIRE(zeModuleDestroy(module) == ZE_RESULT_SUCCESS);
    REQUIRE(zeContextDestroy(context) == ZE_RESULT_SUCCESS);
    return EXIT_SUCCESS;
}
