/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives other than syncs on a command list: the same kernel runs all of them.
 */
#include "queue.h"

#include "env.h"
#include <stdio.h>

bool ishmemi_queue_check_ret(const ishmemi_queue_t *queue, const int *ret)
{
    return !ret || ishmemi_queue_check_local(queue, "ret", ret, 1, sizeof *ret);
}

void ishmemi_queue_name(const ishmemi_queue_t *queue, ishmemi_task_t *request)
{
    if (ishmemi_checks >= ISHMEMI_CHECKS_KERNELS) {
        request->own_counts = request->collective == ISHMEMI_COLLECTIVE_COLLECT;
        snprintf((char *)request->routine, sizeof request->routine, "%s", queue->routine);
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
    const ishmemi_queue_kernel_t kernel = !reduces(request->collective) ? ISHMEMI_QUEUE_COLLECTIVE
                                          : request->kind == ISHMEMI_KIND_DOUBLE
                                              ? ISHMEMI_QUEUE_REDUCE_DOUBLE
                                              : ISHMEMI_QUEUE_REDUCE;
    const uint32_t groups = request->groups > 1 ? (uint32_t)request->groups : 1;
    return ishmemi_queue_append_kernel(queue, kernel, &asked, sizeof asked, groups);
}

int ishmemi_queue_append_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret)
{
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    if (request->count > 0) {
        ISHMEMI_REQUIRE_OR(
            ishmemi_queue_check_heap(queue, "dest", (const void *)(uintptr_t)request->dest), -1);
        ISHMEMI_REQUIRE_OR(
            ishmemi_queue_check_heap(queue, "source", (const void *)(uintptr_t)request->source),
            -1);
    }
    ISHMEMI_REQUIRE_OR(ishmemi_queue_check_ret(queue, ret), -1);
    ishmemi_task_t named = *request;
    ishmemi_queue_name(queue, &named);
    return ishmemi_queue_launch_collective(queue, &named, ret);
}
