/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered fence and quiet.
 */
#include "observe.h"
#include "queue_define.h"

static int order(const ishmemi_queue_t *queue, ishmemi_queue_kernel_t kernel)
{
    if (ishmemi_queue_check(queue) != 0) {
        return -1;
    }
    ISHMEMI_OBSERVE(ORDER, queue->routine, -1, .path = ISHMEMI_PATH_QUEUE,
                    .flags = kernel == ISHMEMI_QUEUE_QUIET ? ISHMEMI_CALL_COMPLETES : 0);
    const ishmemi_queue_order_t request = {.state = ishmemi_queue_state()};
    return ishmemi_queue_append_kernel(queue, kernel, &request, sizeof request, 1);
}

int ishmemx_fence_on_queue(ISHMEMI_QUEUE_PARAMETERS)
{
    return order(QUEUE("ishmemx_fence_on_queue"), ISHMEMI_QUEUE_FENCE);
}

int ishmemx_quiet_on_queue(ISHMEMI_QUEUE_PARAMETERS)
{
    return order(QUEUE("ishmemx_quiet_on_queue"), ISHMEMI_QUEUE_QUIET);
}
