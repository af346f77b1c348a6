/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The commands of queue-ordered operations that need no kernel, and the checks that all of them
 * share.
 */
#include "queue.h"

#include "fatal.h"
#include "log.h"
#include "queue_device.h"
#include "ze_error.h"
#include <stdio.h>

#define TEXT_BYTES 160

/* ---- Checks ---------------------------------------------------------------------------------- */

static int bad_list(const ishmemi_queue_t *queue, const char *why)
{
    ishmemi_error("%s: argument queue is %s, expected a command list of this PE's tile",
                  queue->routine, why);
    return -1;
}

static int check_device(const ishmemi_queue_t *queue)
{
    switch (ishmemi_queue_device_of(queue->list)) {
    case ISHMEMI_QUEUE_NO_LIST:
        return bad_list(queue, "not a command list that the driver knows");
    case ISHMEMI_QUEUE_OTHER_TILE:
        return bad_list(queue, "a command list of another device");
    default:
        return 0;
    }
}

int ishmemi_queue_check(const ishmemi_queue_t *queue)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(queue->routine), -1);
    if (!ishmemi_checks) {
        return 0;
    }
    if (!queue->list) {
        return bad_list(queue, "NULL");
    }
    if (queue->num_waits > 0 && !queue->waits) {
        ishmemi_error("%s: argument waits is NULL, expected the %u events of num_waits",
                      queue->routine, queue->num_waits);
        return -1;
    }
    return check_device(queue);
}

bool ishmemi_queue_check_heap(const ishmemi_queue_t *queue, const char *argument,
                              const void *symmetric)
{
    if (ishmemi_checks && !ishmemi_in_heap(symmetric, 1)) {
        return ishmemi_refuse_argument(
            queue->routine, argument, ishmemi_text("%p, a static object", symmetric).text,
            "an object in this PE's symmetric heap, because the tile cannot "
            "reach static objects of other PEs");
    }
    return true;
}

bool ishmemi_queue_reaches(const void *memory)
{
    if (ishmemi_in_heap(memory, 1) || ishmemi_queue_device_reaches_host()) {
        return true;
    }
    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    return zeMemGetAllocProperties(ishmemi_job.context, memory, &properties, NULL) ==
               ZE_RESULT_SUCCESS &&
           properties.type != ZE_MEMORY_TYPE_UNKNOWN;
}

bool ishmemi_queue_check_local(const ishmemi_queue_t *queue, const char *argument,
                               const void *array, size_t count, size_t alignment)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(queue->routine, argument, array, count, alignment),
                       false);
    if (ishmemi_checks && count > 0 && !ishmemi_queue_reaches(array)) {
        return ishmemi_refuse_argument(queue->routine, argument, ishmemi_text("%p", array).text,
                                       "memory that the tile can reach: from zeMemAllocHost, "
                                       "zeMemAllocDevice, zeMemAllocShared or the symmetric heap");
    }
    return true;
}

/* ---- Commands -------------------------------------------------------------------------------- */

int ishmemi_queue_refused(const ishmemi_queue_t *queue, const char *call, ze_result_t result)
{
    ishmemi_error("%s: %s failed: 0x%x, %s", queue->routine, call, (unsigned)result,
                  ishmemi_ze_error(result));
    return -1;
}

static int check_appended(const ishmemi_queue_t *queue, const char *call, ze_result_t result)
{
    return result == ZE_RESULT_SUCCESS ? 0 : ishmemi_queue_refused(queue, call, result);
}

int ishmemi_queue_append_nothing(const ishmemi_queue_t *queue)
{
    if (queue->num_waits > 0) {
        return ishmemi_queue_append_barrier(queue);
    }
    return queue->signal
               ? check_appended(queue, "zeCommandListAppendSignalEvent",
                                zeCommandListAppendSignalEvent(queue->list, queue->signal))
               : 0;
}

int ishmemi_queue_append_copy(const ishmemi_queue_t *queue, void *destination, const void *source,
                              size_t bytes)
{
    return check_appended(queue, "zeCommandListAppendMemoryCopy",
                          zeCommandListAppendMemoryCopy(queue->list, destination, source, bytes,
                                                        queue->signal, queue->num_waits,
                                                        queue->waits));
}

int ishmemi_queue_append_store(const ishmemi_queue_t *queue, void *destination, uint64_t bits,
                               size_t bytes)
{
    return check_appended(queue, "zeCommandListAppendMemoryFill",
                          zeCommandListAppendMemoryFill(queue->list, destination, &bits, bytes,
                                                        bytes, queue->signal, queue->num_waits,
                                                        queue->waits));
}

int ishmemi_queue_append_barrier(const ishmemi_queue_t *queue)
{
    return check_appended(
        queue, "zeCommandListAppendBarrier",
        zeCommandListAppendBarrier(queue->list, queue->signal, queue->num_waits, queue->waits));
}

int ishmemi_queue_append_region(const ishmemi_queue_t *queue, void *destination, const void *source,
                                size_t dst, size_t sst, size_t block, size_t nblocks)
{
    const ze_copy_region_t region = {
        .width = (uint32_t)block, .height = (uint32_t)nblocks, .depth = 1};
    return check_appended(queue, "zeCommandListAppendMemoryCopyRegion",
                          zeCommandListAppendMemoryCopyRegion(
                              queue->list, destination, &region, (uint32_t)dst, 0, source, &region,
                              (uint32_t)sst, 0, queue->signal, queue->num_waits, queue->waits));
}
