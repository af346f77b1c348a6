/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory management routines.  Each PE checks its own arguments, then all compare them: the
 * exchange costs a few microseconds and turns a heap that silently differs between PEs into a
 * sentence.  From equal arguments every PE's allocator finds the same offset by itself.
 */
#include "memory.h"

#include "allocate.h"
#include "allocator.h"
#include "check.h"
#include "collective.h"
#include "driver_objects.h"
#include "exit.h"
#include "fatal.h"
#include "heap.h"
#include "job.h"
#include "log.h"
#include "match.h"
#include "objects.h"
#include "observe.h"
#include "state.h"
#include "team_calls.h"
#include "tile_copy.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OFFSET_NONE UINT64_MAX

enum { MALLOC, CALLOC, ALIGN, REALLOC, MALLOC_WITH_HINTS, FREE };

static const char *const names[] = {
    "ishmem_malloc", "ishmem_calloc", "ishmem_align", "ishmem_realloc", "ishmem_malloc_with_hints",
    "ishmem_free"};

/* A call's arguments; without padding, as it is compared by bytes. */
typedef struct request {
    uint64_t routine;
    uint64_t bytes;
    uint64_t extra;  /* alignment or hints */
    uint64_t offset; /* of the old block, or OFFSET_NONE */
    uint64_t space;  /* that is left free after a block, filled in by compare */
} request_t;

/* Guards all below: threads may call at the same time. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ishmemi_allocator_t *allocator;
static request_t *requests; /* [n_pes], while they are compared */

int ishmemi_memory_open(void)
{
    const size_t alignment = ishmemi_heap_alignment();
    allocator = ishmemi_allocator_create((uintptr_t)ishmemi_job.heap & (alignment - 1),
                                         ISHMEMI_HEAD_BYTES, ishmemi_job.heap_bytes);
    if (!allocator) {
        ishmemi_error("no host memory for the symmetric heap's records");
        return -1;
    }
    ishmemi_driver_objects_open();
    return ishmemi_objects_open(ishmemi_state_default()->objects);
}

void ishmemi_memory_close(void)
{
    ishmemi_objects_close();
    ishmemi_driver_objects_close();
    ishmemi_allocator_destroy(allocator);
    allocator = NULL;
}

/* ---- Comparing the PEs' arguments ------------------------------------------------------------ */

static void describe(const request_t *request, char *text, size_t bytes)
{
    const char *const name = names[request->routine];
    const unsigned long long size = request->bytes;
    const unsigned long long extra = request->extra;
    char block[48] = "NULL";
    if (request->offset != OFFSET_NONE) {
        snprintf(block, sizeof block, "block at offset %llu", (unsigned long long)request->offset);
    }
    switch (request->routine) {
    case ALIGN:
        snprintf(text, bytes, "called %s(%llu, %llu)", name, extra, size);
        break;
    case REALLOC:
        snprintf(text, bytes, "called %s(%s, %llu)", name, block, size);
        break;
    case MALLOC_WITH_HINTS:
        snprintf(text, bytes, "called %s(%llu, %llu)", name, size, extra);
        break;
    case FREE:
        snprintf(text, bytes, "called %s(%s)", name, block);
        break;
    default:
        snprintf(text, bytes, "called %s for %llu bytes", name, size);
    }
}

static noreturn void fail_unequal(void)
{
    char list[1024];
    const request_t *const first = &requests[0];
    bool sizes_only = true;
    for (int pe = 1; pe < ishmemi_job.n_pes; pe++) {
        if (requests[pe].space != first->space) {
            ishmemi_fatal_together(0,
                                   "%s: ZECPU_SANITIZE is %d on PE 0 and %d on PE %d; expected the "
                                   "same on all PEs, since it changes the heap",
                                   names[first->routine], first->space != 0,
                                   requests[pe].space != 0, pe);
        }
        request_t same = requests[pe];
        same.bytes = first->bytes;
        sizes_only &= memcmp(&same, first, sizeof same) == 0;
    }
    int used = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes && used < (int)sizeof list; pe++) {
        if (pe > 0 && memcmp(&requests[pe], first, sizeof *first) == 0) {
            continue;
        }
        char call[160];
        if (sizes_only) {
            snprintf(call, sizeof call, "requested %llu bytes",
                     (unsigned long long)requests[pe].bytes);
        } else {
            describe(&requests[pe], call, sizeof call);
        }
        used += snprintf(list + used, sizeof list - (size_t)used, "%sPE %d %s", pe > 0 ? ", " : "",
                         pe, call);
    }
    if (sizes_only) {
        ishmemi_fatal_together(0, "%s: the PEs requested different sizes: %s",
                               names[first->routine], list);
    }
    ishmemi_fatal_together(0, "the PEs make different calls, but all must make the same one: %s",
                           list);
}

/* Collective. */
static void compare(const request_t *request)
{
    request_t mine = *request;
    mine.space = ishmemi_driver_objects_space();
    ishmemi_match_routine(names[mine.routine], ishmemi_team_world);
    requests = ishmemi_allocate(names[mine.routine], (size_t)ishmemi_job.n_pes, sizeof *requests);
    /* By the team's own means, whose waits report who has not come, and end when the job does. */
    ishmemi_team_exchange(names[mine.routine], ishmemi_team_world, &mine, requests, sizeof mine);
    for (int pe = 1; pe < ishmemi_job.n_pes; pe++) {
        if (memcmp(&requests[pe], &requests[0], sizeof mine) != 0) {
            fail_unequal();
        }
    }
    free(requests);
    requests = NULL;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static uint64_t offset_of(const char *routine, const void *ptr)
{
    if (!ptr) {
        return OFFSET_NONE;
    }
    if (!ishmemi_in_heap(ptr, 1)) {
        ishmemi_fatal_argument(routine, "ptr", ishmemi_text("%p", ptr).text,
                               "an address in the symmetric heap");
    }
    const size_t offset = (size_t)((const char *)ptr - ishmemi_job.heap);
    size_t bytes;
    if (!ishmemi_allocator_find(allocator, offset, &bytes)) {
        ishmemi_fatal_argument(routine, "ptr", ishmemi_text("%p", ptr).text,
                               "the start of an allocated block; this one was never allocated, "
                               "or is freed already");
    }
    return offset;
}

static void check_host_memory(const char *routine, ishmemi_alloc_result_t result)
{
    /* Other PEs have gone on with a block that this one cannot record. */
    if (result == ISHMEMI_ALLOC_NO_HOST_MEMORY) {
        ishmemi_fatal("%s: no host memory for the symmetric heap's records", routine);
    }
}

/* What the allocator gives for a block of so many bytes. */
static size_t with_space(size_t bytes)
{
    const size_t space = ishmemi_driver_objects_space();
    return bytes > SIZE_MAX - space ? bytes : bytes + space;
}

static void *allocate(const char *routine, size_t bytes, size_t alignment)
{
    if (alignment > ishmemi_heap_alignment()) {
        static const char sentence[] = "%s: the PEs' heaps begin at addresses of different "
                                       "alignment: no offset is aligned to more than %zu bytes on "
                                       "all of them; requested %zu";
        if (!ishmemi_error_handle(ISHMEMX_ERROR_MEMORY, false, sentence, routine,
                                  ishmemi_heap_alignment(), alignment)) {
            ishmemi_notice(sentence, routine, ishmemi_heap_alignment(), alignment);
        }
        return NULL;
    }
    size_t offset;
    const ishmemi_alloc_result_t result =
        ishmemi_allocator_alloc(allocator, with_space(bytes), alignment, &offset);
    check_host_memory(routine, result);
    if (result == ISHMEMI_ALLOC_OK) {
        ishmemi_objects_add(routine, ishmemi_job.heap + offset, bytes);
        ishmemi_driver_objects_set(offset, bytes);
        return ishmemi_job.heap + offset;
    }
    size_t free_bytes, largest;
    ishmemi_allocator_room(allocator, &free_bytes, &largest);
    static const char sentence[] =
        "%s: the symmetric heap is exhausted: requested %zu bytes%s, %zu are free, the largest "
        "block has %zu; ISHMEM_SYMMETRIC_SIZE sets its size";
    char aligned[48] = "";
    if (alignment > ISHMEMI_ALLOCATOR_GRAIN) {
        snprintf(aligned, sizeof aligned, " aligned to %zu", alignment);
    }
    if (!ishmemi_error_handle(ISHMEMX_ERROR_MEMORY, false, sentence, routine, bytes, aligned,
                              free_bytes, largest)) {
        ishmemi_notice(sentence, routine, bytes, aligned, free_bytes, largest);
    }
    return NULL;
}

static void release(size_t offset)
{
    ishmemi_objects_remove(ishmemi_job.heap + offset);
    ishmemi_driver_objects_remove(offset);
    ishmemi_allocator_free(allocator, offset);
}

/* What this PE does for the call is done. */
static void end_together(const char *routine)
{
    ishmemi_objects_publish(routine);
    pthread_mutex_unlock(&mutex);
    ishmemi_host_team_barrier(routine, ishmemi_team_world);
}

#define OBSERVE(ROUTINE, BYTES)                                               \
    ISHMEMI_OBSERVE(MEMORY, ROUTINE, -1, .bytes = (BYTES),                    \
                    .team = ishmemi_team_calls_id(&ishmemi_team_world->team), \
                    .flags = ISHMEMI_CALL_COMPLETES)

/* Of no bytes there is nothing to do together (OpenSHMEM 1.6, section 9.4). */
static void *allocate_together(unsigned routine, size_t bytes, size_t alignment, uint64_t extra)
{
    const request_t mine = {routine, bytes, extra, OFFSET_NONE, 0};
    if (bytes == 0) {
        return NULL;
    }
    OBSERVE(names[routine], bytes);
    pthread_mutex_lock(&mutex);
    compare(&mine);
    void *const block = allocate(names[routine], bytes, alignment);
    if (block && routine == CALLOC && ishmemi_tile_zero(block, bytes) != 0) {
        ishmemi_fatal("%s: %zu bytes cannot be zeroed", names[routine], bytes);
    }
    end_together(names[routine]);
    return block;
}

/* ---- Routines -------------------------------------------------------------------------------- */

void *ishmem_malloc(size_t size)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(names[MALLOC]), NULL);
    return allocate_together(MALLOC, size, 1, 0);
}

void *ishmem_calloc(size_t count, size_t size)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(names[CALLOC]), NULL);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        (void)ishmemi_refuse_argument(names[CALLOC], "count",
                                      ishmemi_text("%zu with size %zu", count, size).text,
                                      "a product that fits in a size_t");
        return NULL;
    }
    return allocate_together(CALLOC, bytes, 1, 0);
}

void *ishmem_align(size_t alignment, size_t size)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(names[ALIGN]), NULL);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        (void)ishmemi_refuse_argument(names[ALIGN], "alignment",
                                      ishmemi_text("%zu", alignment).text, "a power of two");
        return NULL;
    }
    const size_t least = sizeof(void *);
    return allocate_together(ALIGN, size, alignment < least ? least : alignment, alignment);
}

void *ishmem_malloc_with_hints(size_t size, long hints)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(names[MALLOC_WITH_HINTS]), NULL);
    const long known = ISHMEM_MALLOC_ATOMICS_REMOTE | ISHMEM_MALLOC_SIGNAL_REMOTE;
    if (ishmemi_checks != ISHMEMI_CHECKS_NONE && (hints & ~known) != 0) {
        (void)ishmemi_refuse_argument(
            names[MALLOC_WITH_HINTS], "hints", ishmemi_text("0x%lx", (unsigned long)hints).text,
            "0, or the bits of ISHMEM_MALLOC_ATOMICS_REMOTE and ISHMEM_MALLOC_SIGNAL_REMOTE");
        return NULL;
    }
    return allocate_together(MALLOC_WITH_HINTS, size, 1, (uint64_t)hints);
}

/* In place where that is possible, else into a new block. */
static void *resize(size_t offset, size_t bytes)
{
    const ishmemi_alloc_result_t result =
        ishmemi_allocator_resize(allocator, offset, with_space(bytes));
    check_host_memory(names[REALLOC], result);
    char *const old = ishmemi_job.heap + offset;
    if (result == ISHMEMI_ALLOC_OK) {
        ishmemi_objects_resize(names[REALLOC], old, bytes);
        ishmemi_driver_objects_set(offset, bytes);
        return old;
    }
    void *const block = allocate(names[REALLOC], bytes, 1);
    if (!block) {
        return NULL;
    }
    size_t old_bytes = 0;
    ishmemi_allocator_find(allocator, offset, &old_bytes);
    if (ishmemi_tile_copy(block, old, old_bytes < bytes ? old_bytes : bytes) != 0) {
        ishmemi_fatal("%s: the old contents cannot be copied", names[REALLOC]);
    }
    release(offset);
    return block;
}

void *ishmem_realloc(void *ptr, size_t size)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(names[REALLOC]), NULL);
    if (!ptr && size == 0) {
        return NULL;
    }
    OBSERVE(names[REALLOC], size);
    /* All that other PEs have sent must have come before the block moves. */
    ishmemi_match_routine(names[REALLOC], ishmemi_team_world);
    ishmemi_host_team_barrier(names[REALLOC], ishmemi_team_world);
    pthread_mutex_lock(&mutex);
    const request_t mine = {REALLOC, size, 0, offset_of(names[REALLOC], ptr), 0};
    compare(&mine);
    void *block = NULL;
    if (!ptr) {
        block = allocate(names[REALLOC], size, 1);
    } else if (size > 0) {
        block = resize(mine.offset, size);
    } else {
        release(mine.offset);
    }
    end_together(names[REALLOC]);
    return block;
}

void ishmem_free(void *ptr)
{
    if (!ptr || ishmemi_exit_has_finalized()) {
        return;
    }
    ISHMEMI_REQUIRE(ishmemi_check_ready(names[FREE]));
    OBSERVE(names[FREE], 0);
    ishmem_quiet();
    pthread_mutex_lock(&mutex);
    const request_t mine = {FREE, 0, 0, offset_of(names[FREE], ptr), 0};
    compare(&mine);
    release(mine.offset);
    end_together(names[FREE]);
}
