/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether a handle is a command list, and whether the list belongs to this PE's tile.  Level Zero
 * returns a list's device from version 1.9 on.  Whether the loader and the driver do is found out at
 * run time, with a list of our own.
 */
#ifndef ISHMEMI_QUEUE_DEVICE_H
#define ISHMEMI_QUEUE_DEVICE_H

#include <level_zero/ze_api.h>
#include <stdbool.h>

typedef enum ishmemi_queue_device {
    ISHMEMI_QUEUE_OUR_TILE, /* also if this cannot be found out */
    ISHMEMI_QUEUE_OTHER_TILE,
    ISHMEMI_QUEUE_NO_LIST
} ishmemi_queue_device_t;

ishmemi_queue_device_t ishmemi_queue_device_of(ze_command_list_handle_t list);

/* Whether this PE's tile can load and store any memory of this process. */
bool ishmemi_queue_device_reaches_host(void);

/* Called by ishmem_finalize, because the next job may have another tile. */
void ishmemi_queue_device_forget(void);

#endif
