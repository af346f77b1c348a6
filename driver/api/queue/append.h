/* SPDX-License-Identifier: BSD-3-Clause */
/* How a command gets into a list: begin, fill in the record, finish. */
#ifndef ZED_APPEND_H
#define ZED_APPEND_H

#include "list_object.h"

typedef struct zed_sync {
    ze_event_handle_t signal;
    uint32_t wait_count;
    ze_event_handle_t *waits;
} zed_sync_t;

/* Checks the list and the events and gives a record of this kind that has room for `payload` bytes
 * at the beginning of its payload. */
ze_result_t zed_append_begin(ze_command_list_handle_t list_handle, zed_command_kind_t kind,
                             size_t payload, const zed_sync_t *sync, zed_command_t **command);

/* Records the commands, linked by next, or submits them and, on a synchronous list, waits for their
 * end. */
ze_result_t zed_append_finish(ze_command_list_handle_t list_handle, zed_command_t *first);

/* Gives back a chain that is not to be finished. */
void zed_append_discard(ze_command_list_handle_t list_handle, zed_command_t *first);

#endif
