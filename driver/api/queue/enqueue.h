/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Commands for a queue of the device, which runs them in order by itself.  The device
 * waits for events, sets them and stores their times; the host hands the commands over
 * and may forget them.
 */
#ifndef ZED_ENQUEUE_H
#define ZED_ENQUEUE_H

#include "command.h"

/* Whether handing the command over would keep the caller: until the queue has come to it, as it reads
 * memory that earlier commands may write, or copies from or to memory that the device cannot reach; or until
 * an event that it waits for is set or is sure to be. */
bool zed_enqueue_blocks(zed_device_queue_t *queue, const zed_command_t *command);

/* An event that the command signals is signalled as failed if it cannot be handed over. */
ze_result_t zed_enqueue(zed_device_queue_t *queue, const zed_command_t *command);

#endif
