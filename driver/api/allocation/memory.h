/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process's allocations and opened IPC handles, findable by any address in them.
 * They stand in one array in the order of their addresses, under a lock that many
 * readers share.  All contexts of the driver share them: a context that allocated
 * memory is recorded and lives on with it, and any other may copy, describe, export
 * and free it.
 */
#ifndef ZED_MEMORY_H
#define ZED_MEMORY_H

#include "ze_context.h"

typedef struct zed_allocation {
    zed_memory_t *memory;
    zed_context_t *context; /* that allocated or opened it; one reference */
    zed_device_t *device;   /* NULL for host memory */
} zed_allocation_t;

/* Copies the record of what holds the address; false when nothing does. */
bool zed_memory_find(const void *address, zed_allocation_t *found);

/* The same for callers that refuse an address that nothing holds. */
ze_result_t zed_memory_require(const void *address, zed_allocation_t *found);

/* Takes over the memory; it is freed when it cannot be registered. */
ze_result_t zed_memory_register(zed_context_t *context, zed_device_t *device, zed_memory_t *memory);

/* Takes what begins at the address, if it came about in that way, out of the array. */
ze_result_t zed_memory_take(const void *address, bool imported, zed_allocation_t *taken);

/* Frees what was taken, and drops its context. */
void zed_memory_release(const zed_allocation_t *taken);

/* Takes and releases. */
ze_result_t zed_memory_drop(const void *address, bool imported);

#endif
