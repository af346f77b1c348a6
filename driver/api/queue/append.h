/* SPDX-License-Identifier: BSD-3-Clause */
/* Appending a command to a list: begin, fill in the record, finish. */
#ifndef ZED_APPEND_H
#define ZED_APPEND_H

#include "list_object.h"

typedef struct zed_sync {
    ze_event_handle_t signal;
    uint32_t wait_count;
    ze_event_handle_t *waits;
} zed_sync_t;

/* Checks the list and the events, and returns a record of this kind whose payload has `payload`
 * bytes for the caller at its beginning. */
ze_result_t zed_append_begin(ze_command_list_handle_t list_handle, zed_command_kind_t kind,
                             size_t payload, const zed_sync_t *sync, zed_command_t **command);

/* Records the commands, linked by next.  On an immediate list, submits them; if the list is
 * synchronous, also waits for their end. */
ze_result_t zed_append_finish(ze_command_list_handle_t list_handle, zed_command_t *first);

/* Returns the records of a chain that will not be finished. */
void zed_append_discard(ze_command_list_handle_t list_handle, zed_command_t *first);

#endif
