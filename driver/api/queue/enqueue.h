/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Commands for a queue of the device, which runs them in order on its own.  The device waits for
 * events, sets them and stores their times.  Once the host has handed a command over, it needs to
 * keep nothing for it.
 */
#ifndef ZED_ENQUEUE_H
#define ZED_ENQUEUE_H

#include "command.h"

/* Whether handing the command over would block the caller.  A command that reads memory which
 * earlier commands may write, or that copies from or to memory which the device cannot reach,
 * blocks until its turn in the queue.  A command that waits for an event blocks until the event is
 * set or certain to be set. */
bool zed_enqueue_blocks(zed_device_queue_t *queue, const zed_command_t *command);

/* If the command cannot be handed over, the event that it signals is signalled as failed. */
ze_result_t zed_enqueue(zed_device_queue_t *queue, const zed_command_t *command);

#endif
