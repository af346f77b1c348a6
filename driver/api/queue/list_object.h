/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Command lists.  A regular list keeps a chain of records that queues run.  An immediate list
 * passes each record to its own stream.  Level Zero allows only one thread at a time to append.
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

    /* Of an immediate list. */
    struct zed_stream *stream; /* NULL: a regular list */
    uint32_t index;
    bool synchronous;

    /* Of a regular list. */
    bool closed;
    bool waits;  /* some command waits for an event */
    bool counts; /* some command signals a counter-based event */
    zed_command_t *first;
    zed_command_t **last;
    zed_command_pool_t pool;
    /* Submitted executions that have not ended.  The submitter increments it, the stream that runs
     * the list decrements it (release), and reset reads it (acquire). */
    _Atomic uint32_t pending;
} zed_list_t;

static inline ze_result_t zed_list_check(ze_command_list_handle_t list_handle)
{
    return zed_object_check(list_handle, ZED_KIND_LIST);
}

#endif
