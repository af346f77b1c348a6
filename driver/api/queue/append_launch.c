/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel launches.  The command keeps the arguments and sizes that the kernel has when it is
 * appended. */
#include "append.h"
#include "device.h"
#include "entries.h"
#include "kernel.h"

#include <string.h>

static ze_result_t check_launch(ze_command_list_handle_t list_handle,
                                ze_kernel_handle_t kernel_handle)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!zed_queue_group_computes(((zed_list_t *)list_handle)->ordinal)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE,
                        "the command list can only copy");
    }
    return zed_kernel_check_ready((zed_kernel_object_t *)kernel_handle);
}

/* What the command reads when it runs, instead of `count` now. */
typedef struct indirect_launch {
    const ze_group_count_t *count;
    const uint32_t *limit;
    uint32_t index;
} indirect_launch_t;

static ze_result_t make_launch(ze_command_list_handle_t list_handle,
                               ze_kernel_handle_t kernel_handle, const ze_group_count_t *count,
                               const indirect_launch_t *indirect, const zed_sync_t *sync,
                               zed_command_t **made)
{
    const zed_list_t *list = (const zed_list_t *)list_handle;
    const zed_kernel_object_t *kernel = (const zed_kernel_object_t *)kernel_handle;
    size_t block_bytes = kernel->kernel->argument_block_bytes;
    zed_command_t *command;

    ze_result_t result =
        zed_append_begin(list_handle, ZED_COMMAND_LAUNCH, block_bytes, sync, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    memcpy(command->payload, kernel->block, block_bytes);

    zed_command_launch_t *what = &command->what.launch;
    what->indirect = indirect->count;
    what->limit = indirect->limit;
    what->index = indirect->index;
    what->launch.kernel = kernel->kernel;
    what->launch.arguments = command->payload;
    what->launch.local_bytes = kernel->local_bytes;
    what->launch.tile = list->device->tile;
    what->launch.group_count[0] = count->groupCountX;
    what->launch.group_count[1] = count->groupCountY;
    what->launch.group_count[2] = count->groupCountZ;
    memcpy(what->launch.group_size, kernel->group_size, sizeof what->launch.group_size);
    memcpy(what->launch.global_offset, kernel->global_offset, sizeof what->launch.global_offset);
    *made = command;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t append_launch(ze_command_list_handle_t list_handle,
                                 ze_kernel_handle_t kernel_handle, const ze_group_count_t *count,
                                 const indirect_launch_t *indirect, const zed_sync_t *sync)
{
    zed_command_t *command;
    ze_result_t result = make_launch(list_handle, kernel_handle, count, indirect, sync, &command);
    return result == ZE_RESULT_SUCCESS ? zed_append_finish(list_handle, command) : result;
}

ze_result_t zed_append_launch_kernel(ze_command_list_handle_t list_handle,
                                     ze_kernel_handle_t kernel_handle,
                                     const ze_group_count_t *count, ze_event_handle_t signal,
                                     uint32_t wait_count, ze_event_handle_t *waits)
{
    ze_result_t result = check_launch(list_handle, kernel_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!count) {
        return zed_fail_null("pLaunchFuncArgs");
    }
    return append_launch(list_handle, kernel_handle, count, &(indirect_launch_t){0},
                         &(zed_sync_t){signal, wait_count, waits});
}

ze_result_t zed_append_launch_cooperative_kernel(ze_command_list_handle_t list_handle,
                                                 ze_kernel_handle_t kernel_handle,
                                                 const ze_group_count_t *count,
                                                 ze_event_handle_t signal, uint32_t wait_count,
                                                 ze_event_handle_t *waits)
{
    ze_result_t result = zed_object_check(kernel_handle, ZED_KIND_KERNEL);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (count) {
        const uint32_t most =
            zed_kernel_resident_groups((const zed_kernel_object_t *)kernel_handle);
        const uint64_t plane = (uint64_t)count->groupCountX * count->groupCountY;
        if (plane > most || plane * count->groupCountZ > most) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                            "a cooperative launch of this kernel has at most %u groups", most);
        }
    }
    return zed_append_launch_kernel(list_handle, kernel_handle, count, signal, wait_count, waits);
}

ze_result_t zed_append_launch_kernel_indirect(ze_command_list_handle_t list_handle,
                                              ze_kernel_handle_t kernel_handle,
                                              const ze_group_count_t *count,
                                              ze_event_handle_t signal, uint32_t wait_count,
                                              ze_event_handle_t *waits)
{
    ze_result_t result = check_launch(list_handle, kernel_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!count) {
        return zed_fail_null("pLaunchArgumentsBuffer");
    }
    return append_launch(list_handle, kernel_handle, &(ze_group_count_t){0},
                         &(indirect_launch_t){.count = count},
                         &(zed_sync_t){signal, wait_count, waits});
}

/* One command per kernel: the first waits, the last signals, and each checks that its index is
 * below the count.  All commands are made before the first is appended. */
ze_result_t zed_append_launch_multiple_kernels_indirect(
    ze_command_list_handle_t list_handle, uint32_t kernel_count, ze_kernel_handle_t *kernels,
    const uint32_t *limit, const ze_group_count_t *counts, ze_event_handle_t signal,
    uint32_t wait_count, ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!kernels || !limit || !counts) {
        return zed_fail_null(!kernels ? "phKernels"
                             : !limit ? "pCountBuffer"
                                      : "pLaunchArgumentsBuffer");
    }
    for (uint32_t i = 0; i < kernel_count; i++) {
        result = check_launch(list_handle, kernels[i]);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
    }
    if (kernel_count == 0) {
        return zed_append_barrier(list_handle, signal, wait_count, waits);
    }
    zed_command_t *first = NULL;
    zed_command_t **last = &first;
    for (uint32_t i = 0; i < kernel_count; i++) {
        zed_sync_t sync = {
            .signal = i == kernel_count - 1 ? signal : NULL,
            .wait_count = i == 0 ? wait_count : 0,
            .waits = i == 0 ? waits : NULL,
        };
        indirect_launch_t indirect = {.count = &counts[i], .limit = limit, .index = i};
        result =
            make_launch(list_handle, kernels[i], &(ze_group_count_t){0}, &indirect, &sync, last);
        if (result != ZE_RESULT_SUCCESS) {
            zed_append_discard(list_handle, first);
            return result;
        }
        last = &(*last)->next;
    }
    return zed_append_finish(list_handle, first);
}
