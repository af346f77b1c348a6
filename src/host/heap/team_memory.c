/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arena, with its own allocator.
 */
#include "team_memory.h"

#include "allocator.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "tile_copy.h"
#include "util/copy_once.h"
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ishmemi_allocator_t *allocator; /* works with offsets from the heap's start */

int ishmemi_team_memory_open(void)
{
    allocator = ishmemi_allocator_create(0, ishmemi_job.heap_bytes,
                                         ishmemi_job.heap_bytes + ishmemi_job.team_bytes);
    if (!allocator) {
        ishmemi_error("no host memory for the records of the teams' memory");
        return -1;
    }
    return 0;
}

void ishmemi_team_memory_close(void)
{
    if (allocator) {
        ishmemi_allocator_destroy(allocator);
        allocator = NULL;
    }
}

bool ishmemi_team_memory_alloc(size_t bytes, uint64_t *address)
{
    size_t offset = 0;
    pthread_mutex_lock(&mutex);
    const ishmemi_alloc_result_t result = ishmemi_allocator_alloc(allocator, bytes, 1, &offset);
    pthread_mutex_unlock(&mutex);
    if (result == ISHMEMI_ALLOC_OK) {
        *address = (uintptr_t)ishmemi_job.heap + offset;
    }
    return result == ISHMEMI_ALLOC_OK;
}

void ishmemi_team_memory_free(uint64_t address)
{
    pthread_mutex_lock(&mutex);
    ishmemi_allocator_free(allocator, (size_t)(address - (uintptr_t)ishmemi_job.heap));
    pthread_mutex_unlock(&mutex);
}

/* Without host memory for the record of the rest, the piece stays as it is. */
void ishmemi_team_memory_shrink(uint64_t address, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    (void)ishmemi_allocator_resize(allocator, (size_t)(address - (uintptr_t)ishmemi_job.heap),
                                   bytes);
    pthread_mutex_unlock(&mutex);
}

void ishmemi_team_memory_room(size_t *free_bytes, size_t *largest_bytes)
{
    pthread_mutex_lock(&mutex);
    ishmemi_allocator_room(allocator, free_bytes, largest_bytes);
    pthread_mutex_unlock(&mutex);
}

void ishmemi_team_memory_write(uint64_t address, const void *source, size_t bytes)
{
    void *const destination = (void *)(uintptr_t)address;
    if (ishmemi_job.heap_host_mapped) {
        ishmemi_copy_to_shared(destination, source, bytes);
    } else if (ishmemi_tile_copy(destination, source, bytes) != 0) {
        ishmemi_fatal("%zu bytes cannot be written into the teams' memory", bytes);
    }
}

void ishmemi_team_memory_zero(uint64_t address, size_t bytes)
{
    void *const destination = (void *)(uintptr_t)address;
    if (ishmemi_job.heap_host_mapped) {
        memset(destination, 0, bytes);
    } else if (ishmemi_tile_zero(destination, bytes) != 0) {
        ishmemi_fatal("%zu bytes of the teams' memory cannot be zeroed", bytes);
    }
}
