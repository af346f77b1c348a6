/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The symmetric heap's memory: the head, the user's part, and then the teams' part.
 */
#include "heap.h"

#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "tile_copy.h"
#include "util/align.h"
#include "ze_error.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGE_BYTES ((size_t)65536)
#define LARGE_PAGE_BYTES ((size_t)2 << 20)
#define SMALL_PAGE_BYTES ((size_t)4096)

static size_t alignment_of_all;

/* Collective.  Every PE gets the same result. */
static int check_sizes(const char *variable, uint64_t size, uint64_t *sizes)
{
    ishmemi_allgather(&size, sizes, sizeof size);
    char list[512] = "";
    int used = 0;
    for (int pe = 1; pe < ishmemi_job.n_pes; pe++) {
        if (sizes[pe] != sizes[0] && used < (int)sizeof list) {
            used += snprintf(list + used, sizeof list - (size_t)used, ", PE %d has %llu", pe,
                             (unsigned long long)sizes[pe]);
        }
    }
    if (used == 0) {
        return 0;
    }
    ishmemi_error("%s differs between PEs: PE 0 has %llu bytes%s; give every PE the same", variable,
                  (unsigned long long)sizes[0], list);
    return -1;
}

static size_t whole_pages(size_t bytes)
{
    return ishmemi_align_up(bytes, PAGE_BYTES);
}

/* The largest possible alignment of an object in a heap of this size if the heap begins at a
 * multiple of it.  The head is at the very beginning. */
static size_t largest_alignment(size_t heap_bytes)
{
    size_t alignment = LARGE_PAGE_BYTES;
    while (alignment <= SIZE_MAX / 4 && alignment * 2 < heap_bytes) {
        alignment *= 2;
    }
    return alignment;
}

/* The alignment to try after one has failed with this result; 0: none.  A driver may support a
 * large alignment but have no room for it. */
static size_t next_alignment(size_t alignment, ze_result_t result)
{
    const bool is_unknown = result == ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    if (alignment > LARGE_PAGE_BYTES) {
        return is_unknown ? alignment / 2 : LARGE_PAGE_BYTES;
    }
    return !is_unknown                     ? 0
           : alignment == LARGE_PAGE_BYTES ? PAGE_BYTES
           : alignment == PAGE_BYTES       ? SMALL_PAGE_BYTES
                                           : 0;
}

static int allocate(size_t heap_bytes, size_t team_bytes)
{
    const size_t bytes = heap_bytes + team_bytes;
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    zeDeviceGetProperties(ishmemi_job.device, &properties);
    /* Only if needed, because a driver may refuse an unknown structure. */
    const ze_relaxed_allocation_limits_exp_desc_t relaxed = {
        .stype = ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC,
        .flags = ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE};
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
                                             .pNext = bytes > properties.maxMemAllocSize ? &relaxed
                                                                                         : NULL};
    void *heap = NULL;
    ze_result_t result = ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    for (size_t alignment = largest_alignment(heap_bytes);
         alignment != 0 && result != ZE_RESULT_SUCCESS;
         alignment = next_alignment(alignment, result)) {
        result = zeMemAllocDevice(ishmemi_job.context, &desc, bytes, alignment, ishmemi_job.device,
                                  &heap);
    }
    if (result != ZE_RESULT_SUCCESS) {
        ishmemi_error("the symmetric heap of %zu bytes cannot be allocated: 0x%x, %s; the tile's "
                      "largest allocation is %llu bytes, ISHMEM_SYMMETRIC_SIZE and "
                      "ISHMEM_TEAM_MEMORY set the heap's size",
                      bytes, (unsigned)result, ishmemi_ze_error(result),
                      (unsigned long long)properties.maxMemAllocSize);
        return -1;
    }
    ishmemi_job.heap = heap;
    ishmemi_job.heap_bytes = heap_bytes;
    ishmemi_job.team_bytes = team_bytes;
    ishmemi_job.head = (ishmemi_head_t *)heap;
    return 0;
}

/* The same offset gives the same alignment on all PEs only as far as the addresses of their heaps
 * agree. */
static void compare_starts(uint64_t *table)
{
    const uint64_t mine = (uintptr_t)ishmemi_job.heap;
    ishmemi_allgather(&mine, table, sizeof mine);
    uint64_t differences = (uint64_t)1 << 63;
    for (int pe = 1; pe < ishmemi_job.n_pes; pe++) {
        differences |= table[pe] ^ table[0];
    }
    alignment_of_all = (size_t)(differences & -differences);
}

int ishmemi_heap_open(void)
{
    uint64_t *const table =
        ishmemi_allocate_zeroed("the sizes of the heaps", (size_t)ishmemi_job.n_pes, sizeof *table);
    int result = check_sizes("ISHMEM_SYMMETRIC_SIZE", ishmemi_env.symmetric_size, table);
    if (result == 0) {
        result = check_sizes("ISHMEM_TEAM_MEMORY", ishmemi_env.team_memory, table);
    }
    if (result == 0) {
        result =
            allocate(whole_pages(ishmemi_env.symmetric_size), whole_pages(ishmemi_env.team_memory));
        compare_starts(table);
    }
    free(table);
    return result != 0 ? result : ishmemi_tile_zero(ishmemi_job.heap, ISHMEMI_HEAD_BYTES);
}

void ishmemi_heap_close(void)
{
    zeMemFree(ishmemi_job.context, ishmemi_job.heap);
    ishmemi_job.heap = NULL;
    ishmemi_job.heap_bytes = 0;
    ishmemi_job.team_bytes = 0;
    ishmemi_job.head = NULL;
}

size_t ishmemi_heap_alignment(void)
{
    return alignment_of_all;
}
