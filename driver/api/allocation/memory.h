/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process's allocations and opened IPC handles, which can be found by any address in them.
 * They are in one array, sorted by address, under a lock that many readers share.  All contexts of
 * the driver share them: the context that allocated the memory is recorded and lives as long as the
 * memory, and any other may copy, describe, export and free it.
 */
#ifndef ZED_MEMORY_H
#define ZED_MEMORY_H

#include "ze_context.h"

typedef struct zed_allocation {
    zed_memory_t *memory;
    zed_context_t *context; /* the one that allocated or opened it; one reference */
    zed_device_t *device;   /* NULL for host memory */
} zed_allocation_t;

/* Copies the record of the allocation that contains the address; false if there is none. */
bool zed_memory_find(const void *address, zed_allocation_t *found);

/* The same for callers that need one: an error if there is none. */
ze_result_t zed_memory_require(const void *address, zed_allocation_t *found);

/* Takes ownership of the memory, and frees it if it cannot be registered. */
ze_result_t zed_memory_register(zed_context_t *context, zed_device_t *device, zed_memory_t *memory);

/* Removes the allocation that begins at the address from the array; imported: whether it must be an
 * opened IPC handle. */
ze_result_t zed_memory_take(const void *address, bool imported, zed_allocation_t *taken);

/* Frees an allocation that was removed, and drops its context. */
void zed_memory_release(const zed_allocation_t *taken);

/* Removes and frees. */
ze_result_t zed_memory_drop(const void *address, bool imported);

#endif
