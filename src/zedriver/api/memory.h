/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process's allocations and opened IPC handles, findable by any address in them.
 * They stand in one array in the order of their addresses, under a lock that many
 * readers share.
 */
#ifndef ZED_MEMORY_H
#define ZED_MEMORY_H

#include "context.h"

typedef struct zed_allocation {
    zed_memory *memory;
    zed_context *context;
    zed_device *device; /* NULL for host memory */
} zed_allocation;

/* Copies the record of what holds the address; false when nothing does. */
bool zed_memory_find(const void *address, zed_allocation *found);

/* Takes over the memory; it is freed when it cannot be registered. */
ze_result_t zed_memory_register(zed_context *context, zed_device *device, zed_memory *memory);

/* Removes and frees what begins at the address, if it came about in that way and in that context.
 */
ze_result_t zed_memory_drop(zed_context *context, const void *address, bool imported);

#endif
