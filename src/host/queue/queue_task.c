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

/* By the class of a reduction's elements; MOVE: collectives that only move data. */
enum { MOVE = ISHMEMI_CLASS_DOUBLE + 1, CLASSES };

static int class_of(const ishmemi_task_t *request)
{
    const bool reduces = request->collective >= ISHMEMI_COLLECTIVE_REDUCE &&
                         request->collective <= ISHMEMI_COLLECTIVE_EXSCAN;
    return reduces ? (int)ISHMEMI_CLASS_OF(request->kind) : MOVE;
}

static ishmemi_queue_kernel_t kernel_for(const ishmemi_task_t *request)
{
    static const ishmemi_queue_kernel_t any[CLASSES] = {ISHMEMI_QUEUE_REDUCE, ISHMEMI_QUEUE_REDUCE,
                                                        ISHMEMI_QUEUE_REDUCE_DOUBLE,
                                                        ISHMEMI_QUEUE_COLLECTIVE};
    static const ishmemi_queue_kernel_t words[CLASSES] = {
        ISHMEMI_QUEUE_REDUCE_WORDS_INTEGER, ISHMEMI_QUEUE_REDUCE_WORDS_FLOAT,
        ISHMEMI_QUEUE_REDUCE_WORDS_DOUBLE, ISHMEMI_QUEUE_GATHER_WORDS};
    static const ishmemi_queue_kernel_t slices[CLASSES] = {
        ISHMEMI_QUEUE_REDUCE_SLICES_INTEGER, ISHMEMI_QUEUE_REDUCE_SLICES_FLOAT,
        ISHMEMI_QUEUE_REDUCE_SLICES_DOUBLE, ISHMEMI_QUEUE_GATHER_SLICES};
    const bool broadcasts = request->collective == ISHMEMI_COLLECTIVE_BROADCAST;
    switch ((ishmemi_way_t)request->way) {
    case ISHMEMI_WAY_WORDS:
        return broadcasts ? ISHMEMI_QUEUE_BROADCAST_WORDS : words[class_of(request)];
    case ISHMEMI_WAY_SLICES:
        return broadcasts ? ISHMEMI_QUEUE_BROADCAST_SLICES : slices[class_of(request)];
    default:
        return any[class_of(request)];
    }
}

int ishmemi_queue_launch_collective(const ishmemi_queue_t *queue, const ishmemi_task_t *request,
                                    int *ret)
{
    const ishmemi_queue_collective_t asked = {
        .state = ishmemi_queue_state(), .ret = ishmemi_queue_address(ret), .request = *request};
    return ishmemi_queue_append_kernel(queue, kernel_for(request), &asked, sizeof asked,
                                       request->groups > 1 ? request->groups : 1);
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
