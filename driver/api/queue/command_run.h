/* SPDX-License-Identifier: BSD-3-Clause */
/* Running commands on the host.  enqueue.h hands them to queues of the device instead. */
#ifndef ZED_COMMAND_RUN_H
#define ZED_COMMAND_RUN_H

#include "command.h"

/* Whether the command, of this stream, can run without waiting for an event now. */
bool zed_command_is_ready(uint64_t stream, const zed_command_t *command);

/* What the command launches, with what it reads for that from memory; *runs is false if that says to
 * launch nothing. */
ze_result_t zed_command_read_launch(const zed_command_launch_t *what, zed_launch_t *launch,
                                    bool *runs);

/* Called when the command is submitted, as `point`: its events know who signals them, and the lists that
 * it executes, if any, are in use from then on until each has been run. */
void zed_command_submit(const zed_command_t *command, uint64_t point);

/* Waits, acts and signals, on this stream.  The event that it signals says whether it failed. */
ze_result_t zed_command_run(uint64_t stream, zed_command_t *command);

#endif
