/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs small programs with command lists (queue.h): all of a list, or one.
 *
 *     races_queue MODULE wrong|right [NAME]
 */
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

volatile int sink;

ze_command_list_handle_t list, other_list, recorded;
ze_command_queue_handle_t queue;
ze_event_handle_t event[4];

static ze_event_pool_handle_t pool;
static ze_module_handle_t module;

void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "races_queue: %s failed\n", what);
        ishmem_global_exit(3);
    }
}

void run_kernel(ze_command_list_handle_t on, const char *name, memory_t *m,
                ze_event_handle_t signal, ze_event_handle_t *wait)
{
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    const ze_group_count_t groups = {1, 1, 1};
    ze_kernel_handle_t kernel;
    ZE(zeKernelCreate(module, &desc, &kernel));
    ZE(zeKernelSetArgumentValue(kernel, 0, sizeof m, &m));
    ZE(zeKernelSetGroupSize(kernel, 1, 1, 1));
    ZE(zeCommandListAppendLaunchKernel(on, kernel, &groups, signal, wait ? 1 : 0, wait));
    ZE(zeKernelDestroy(kernel));
}

void synchronize(ze_command_list_handle_t on)
{
    ZE(zeCommandListAppendBarrier(on, event[3], 0, NULL));
    ZE(zeEventHostSynchronize(event[3], UINT64_MAX));
    ZE(zeEventHostReset(event[3]));
}

static void open_lists(void)
{
    const ze_context_handle_t context = ishmemx_ze_context();
    const ze_device_handle_t device = ishmemx_ze_device();
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    const ze_command_list_desc_t regular = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    const ze_event_pool_desc_t events = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                         .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                         .count = 4};
    ZE(zeCommandListCreateImmediate(context, device, &desc, &list));
    ZE(zeCommandListCreateImmediate(context, device, &desc, &other_list));
    ZE(zeCommandListCreate(context, device, &regular, &recorded));
    ZE(zeCommandQueueCreate(context, device, &desc, &queue));
    ZE(zeEventPoolCreate(context, &events, 1, (ze_device_handle_t[]){device}, &pool));
    for (uint32_t i = 0; i < 4; i++) {
        const ze_event_desc_t one = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                     .index = i,
                                     .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                     .wait = ZE_EVENT_SCOPE_FLAG_HOST};
        ZE(zeEventCreate(pool, &one, &event[i]));
    }
}

/* All that the case has appended has ended. */
static void close_lists(void)
{
    synchronize(list);
    synchronize(other_list);
    ZE(zeCommandQueueSynchronize(queue, UINT64_MAX));
    for (int i = 0; i < 4; i++) {
        ZE(zeEventDestroy(event[i]));
    }
    ZE(zeEventPoolDestroy(pool));
    ZE(zeCommandQueueDestroy(queue));
    ZE(zeCommandListDestroy(recorded));
    ZE(zeCommandListDestroy(other_list));
    ZE(zeCommandListDestroy(list));
}

static void run(const races_case_t *one, int me)
{
    memory_t *const m = ishmem_calloc(1, sizeof *m);
    require(m, "ishmem_calloc");
    open_lists();
    ishmem_barrier_all();
    one->run(m, me);
    close_lists();
    ishmem_barrier_all();
    ishmem_free(m);
    if (me == 0) {
        printf("has run %s\n", one->name);
    }
}

int main(int argc, char **argv)
{
    ishmem_init();
    require(argc > 2, "races_queue MODULE wrong|right");
    require(ishmemx_module_load(argv[1], &module) == 0, "ishmemx_module_load");
    const bool is_wrong = strcmp(argv[2], "wrong") == 0;
    for (const races_case_t *one = is_wrong ? wrong_queue_cases : right_queue_cases; one->name;
         one++) {
        if (argc < 4 || strcmp(one->name, argv[3]) == 0) {
            run(one, ishmem_my_pe());
        }
    }
    ishmem_finalize();
    return EXIT_SUCCESS;
}
