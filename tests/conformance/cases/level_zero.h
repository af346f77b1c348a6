/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tests want of Level Zero itself, or they end.
 */
#ifndef LEVEL_ZERO_H
#define LEVEL_ZERO_H

#include "ishmemx.h"

/* Ends the test unless the call has succeeded. */
void require_ze(ze_result_t result, const char *call);

/* An immediate list for this PE's tile, in the context `context`, or the library's if it is NULL. */
ze_command_list_handle_t level_zero_list(ze_context_handle_t context, ze_command_queue_mode_t mode);

/* An event that this host waits for, alone in its pool.  Contexts as above. */
ze_event_handle_t level_zero_event(ze_context_handle_t context, ze_event_pool_handle_t *pool);

/* Returns when the event has been signalled. */
void level_zero_wait(ze_event_handle_t event);

#endif
