/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that are no syncs, on a command list: one kernel is asked for all of them.
 */
#include "queue.h"

void ishmemi_queue_check_ret(const ishmemi_queue_t *queue, const int *ret)
{
    if (ret) {
        ishmemi_queue_check_local(queue, "ret", ret, 1, sizeof *ret);
    }
}

static bool reduces(uint32_t collective)
{
    return collective >= ISHMEMI_COLLECTIVE_REDUCE && collective <= ISHMEMI_COLLECTIVE_EXSCAN;
}

int ishmemi_queue_launch_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret)
{
    const ishmemi_queue_collective_t asked = {
        .state = ishmemi_queue_state(), .ret = ishmemi_queue_address(ret), .request = *request};
    const ishmemi_queue_kernel_t kernel = reduces(request->collective)
                                              ? ISHMEMI_QUEUE_REDUCE + request->kind
                                              : ISHMEMI_QUEUE_COLLECTIVE;
    return ishmemi_queue_append_kernel(queue, kernel, &asked, sizeof asked, 1);
}

int ishmemi_queue_append_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret)
{
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    if (request->count > 0) {
        ishmemi_queue_check_heap(queue, "dest", (const void *)(uintptr_t)request->dest);
        ishmemi_queue_check_heap(queue, "source", (const void *)(uintptr_t)request->source);
    }
    ishmemi_queue_check_ret(queue, ret);
    return ishmemi_queue_launch_collective(queue, request, ret);
}
