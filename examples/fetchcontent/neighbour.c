/* SPDX-License-Identifier: BSD-3-Clause */
/* README's first program, the host's part. */
#include <ishmemx.h>
#include <stdio.h>
#include <stdlib.h>

static void check(ze_result_t result, const char *call)
{
    if (result != ZE_RESULT_SUCCESS) {
        fprintf(stderr, "PE %d: %s: error 0x%x\n", ishmem_my_pe(), call, (unsigned)result);
        ishmem_global_exit(EXIT_FAILURE);
    }
}
#define CHECK(call) check(call, #call)

int main(void)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    int *from = ishmem_malloc(sizeof *from); /* symmetric: one on every PE */
    uint64_t *signal = ishmem_calloc(1, sizeof *signal);
    ze_module_handle_t module;
    if (ishmemx_module_load("neighbour.spv", &module) != 0)
        ishmem_global_exit(EXIT_FAILURE); /* a message has said why */
    ze_kernel_handle_t kernel;
    CHECK(zeKernelCreate(
        module, &(ze_kernel_desc_t){.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = "greet"},
        &kernel));
    CHECK(zeKernelSetGroupSize(kernel, 1, 1, 1));
    CHECK(zeKernelSetArgumentValue(kernel, 0, sizeof from, &from));
    CHECK(zeKernelSetArgumentValue(kernel, 1, sizeof signal, &signal));
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreateImmediate(
        ishmemx_ze_context(), ishmemx_ze_device(),
        &(ze_command_queue_desc_t){.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                   .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS},
        &list));
    CHECK(
        zeCommandListAppendLaunchKernel(list, kernel, &(ze_group_count_t){1, 1, 1}, NULL, 0, NULL));

    printf("PE %d heard from PE %d\n", me, ishmem_int_g(from, me));
    CHECK(zeCommandListDestroy(list));
    CHECK(zeKernelDestroy(kernel));
    CHECK(zeModuleDestroy(module));
    ishmem_finalize();
    return EXIT_SUCCESS;
}
