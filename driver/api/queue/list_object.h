/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Command lists.  A regular list keeps a chain of records that queues run; an immediate
 * list hands each record to its own stream.  By Level Zero's rules one thread at a time
 * appends.
 */
#ifndef ZED_LIST_OBJECT_H
#define ZED_LIST_OBJECT_H

#include "command.h"
#include "ze_context.h"

typedef struct zed_list {
    zed_object_t object;
    zed_context_t *context;
    zed_device_t *device;
    uint32_t ordinal;

    /* An immediate list. */
    struct zed_stream *stream; /* NULL: a regular list */
    uint32_t index;
    bool synchronous;

    /* A regular list. */
    bool closed;
    bool waits;  /* a command waits for an event */
    bool counts; /* a command signals a counter-based event */
    zed_command_t *first;
    zed_command_t **last;
    zed_command_pool_t pool;
    /* Submitted executions that have not ended.  Raised by the submitter, lowered (release) by the
     * stream that runs the list, read (acquire) by reset. */
    _Atomic uint32_t pending;
} zed_list_t;

static inline ze_result_t zed_list_check(ze_command_list_handle_t list_handle)
{
    return zed_object_check(list_handle, ZED_KIND_LIST);
}

#endif
