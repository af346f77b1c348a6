/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs commands on the host.  enqueue.h hands them to queues of the device instead. */
#ifndef ZED_COMMAND_RUN_H
#define ZED_COMMAND_RUN_H

#include "command.h"

/* Whether this command of the stream can run now without waiting for an event. */
bool zed_command_is_ready(uint64_t stream, const zed_command_t *command);

/* The launch of a command, with what the command reads from memory for it.  *runs is false if it
 * must launch nothing. */
ze_result_t zed_command_read_launch(const zed_command_launch_t *what, zed_launch_t *launch,
                                    bool *runs);

/* Called when the command is submitted as `point`: its events know the command that signals them,
 * and the lists that it executes are in use until each of them has run. */
void zed_command_submit(const zed_command_t *command, uint64_t point);

/* Waits, runs the command and signals, on this stream.  The signalled event says whether the
 * command failed. */
ze_result_t zed_command_run(uint64_t stream, zed_command_t *command);

#endif
