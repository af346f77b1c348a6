/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies, fills, and hints about memory.  The hints do nothing on this device. */
#include "append.h"
#include "device.h"
#include "entries.h"

#include <string.h>

ze_result_t zed_append_memory_copy(ze_command_list_handle_t list_handle, void *destination,
                                   const void *source, size_t bytes, ze_event_handle_t signal,
                                   uint32_t wait_count, ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!destination || !source) {
        return zed_fail_null(!destination ? "dstptr" : "srcptr");
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_COPY, 0,
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    command->what.copy = (zed_command_copy_t){destination, source, bytes};
    return zed_append_finish(list_handle, command);
}

ze_result_t zed_append_memory_copy_from_context(ze_command_list_handle_t list_handle,
                                                void *destination,
                                                ze_context_handle_t source_context,
                                                const void *source, size_t bytes,
                                                ze_event_handle_t signal, uint32_t wait_count,
                                                ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_object_check(source_context, ZED_KIND_CONTEXT);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    return zed_append_memory_copy(list_handle, destination, source, bytes, signal, wait_count,
                                  waits);
}

ze_result_t zed_append_memory_fill(ze_command_list_handle_t list_handle, void *destination,
                                   const void *pattern, size_t pattern_bytes, size_t bytes,
                                   ze_event_handle_t signal, uint32_t wait_count,
                                   ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!destination || !pattern) {
        return zed_fail_null(!destination ? "ptr" : "pattern");
    }
    if (pattern_bytes == 0 || pattern_bytes > ZED_MAXIMUM_PATTERN ||
        (pattern_bytes & (pattern_bytes - 1)) != 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                        "a pattern of %zu bytes; expected a power of two up to %u", pattern_bytes,
                        ZED_MAXIMUM_PATTERN);
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_FILL, pattern_bytes,
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    memcpy(command->payload, pattern, pattern_bytes);
    command->what.fill = (zed_command_fill_t){destination, command->payload, pattern_bytes, bytes};
    return zed_append_finish(list_handle, command);
}

/* One side of a region copy: where the first row begins, and the distances between rows and between
 * slices. */
typedef struct box {
    uintptr_t start;
    size_t pitch, slice;
} box_t;

static box_t box_of(const void *base, const ze_copy_region_t *region, uint32_t pitch,
                    uint32_t slice)
{
    return (box_t){
        .start = (uintptr_t)base + region->originX + (size_t)region->originY * pitch +
                 (size_t)region->originZ * slice,
        .pitch = pitch,
        .slice = slice,
    };
}

static uintptr_t row_start(const box_t *side, size_t height, size_t row)
{
    return side->start + row / height * side->slice + row % height * side->pitch;
}

/* The rows of both sides ascend, so one pass over the two sequences finds two rows that overlap. */
static bool boxes_overlap(const box_t *left, const box_t *right, size_t width, size_t height,
                          size_t rows)
{
    uintptr_t left_end = row_start(left, height, rows - 1) + width;
    uintptr_t right_end = row_start(right, height, rows - 1) + width;
    if (left_end <= right->start || right_end <= left->start) {
        return false;
    }
    for (size_t i = 0, j = 0; i < rows && j < rows;) {
        uintptr_t a = row_start(left, height, i);
        uintptr_t b = row_start(right, height, j);
        if (a + width <= b) {
            i++;
        } else if (b + width <= a) {
            j++;
        } else {
            return true;
        }
    }
    return false;
}

static bool pitches_fit(const box_t *side, size_t width, size_t height, size_t depth)
{
    return (height == 1 || side->pitch >= width) &&
           (depth == 1 || side->slice >= side->pitch * (height - 1) + width);
}

ze_result_t zed_append_memory_copy_region(ze_command_list_handle_t list_handle, void *destination,
                                          const ze_copy_region_t *destination_region,
                                          uint32_t destination_pitch, uint32_t destination_slice,
                                          const void *source, const ze_copy_region_t *source_region,
                                          uint32_t source_pitch, uint32_t source_slice,
                                          ze_event_handle_t signal, uint32_t wait_count,
                                          ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!destination || !destination_region || !source || !source_region) {
        return zed_fail_null("a pointer or region of the copy");
    }
    if (destination_region->width != source_region->width ||
        destination_region->height != source_region->height ||
        destination_region->depth != source_region->depth) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "the regions have different sizes");
    }
    size_t width = source_region->width;
    size_t height = source_region->height;
    size_t depth = source_region->depth != 0 ? source_region->depth : 1; /* 0 for two dimensions */
    box_t to = box_of(destination, destination_region, destination_pitch, destination_slice);
    box_t from = box_of(source, source_region, source_pitch, source_slice);
    if (width != 0 && height != 0) {
        if (!pitches_fit(&to, width, height, depth) || !pitches_fit(&from, width, height, depth)) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                            "the rows or slices of a region overlap each other");
        }
        if (boxes_overlap(&to, &from, width, height, height * depth)) {
            return zed_fail(ZE_RESULT_ERROR_OVERLAPPING_REGIONS, "the regions overlap");
        }
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_REGION, 0,
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    command->what.region = (zed_box_t){
        .destination = (char *)to.start,
        .source = (const char *)from.start,
        .destination_pitch = to.pitch,
        .destination_slice = to.slice,
        .source_pitch = from.pitch,
        .source_slice = from.slice,
        .width = width,
        .height = height,
        .depth = depth,
    };
    return zed_append_finish(list_handle, command);
}

ze_result_t zed_append_memory_prefetch(ze_command_list_handle_t list_handle, const void *address,
                                       size_t bytes)
{
    (void)bytes;
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS && !address) {
        result = zed_fail_null("ptr");
    }
    return result;
}

ze_result_t zed_append_mem_advise(ze_command_list_handle_t list_handle,
                                  ze_device_handle_t device_handle, const void *address,
                                  size_t bytes, ze_memory_advice_t advice)
{
    (void)bytes;
    ze_result_t result = zed_list_check(list_handle);
    if (result == ZE_RESULT_SUCCESS) {
        result = zed_object_check(device_handle, ZED_KIND_DEVICE);
    }
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!address) {
        return zed_fail_null("ptr");
    }
    if ((uint32_t)advice > ZED_MEMORY_ADVICE_CLEAR_SYSTEM_MEMORY_PREFERRED_LOCATION) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "memory advice %u is unknown",
                        (unsigned)advice);
    }
    return ZE_RESULT_SUCCESS;
}
