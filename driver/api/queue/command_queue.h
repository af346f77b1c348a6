/* SPDX-License-Identifier: BSD-3-Clause */
/* Queues that execute recorded lists. */
#ifndef ZED_COMMAND_QUEUE_H
#define ZED_COMMAND_QUEUE_H

#include "stream.h"
#include "ze_context.h"

typedef struct zed_queue {
    zed_object_t object;
    zed_context_t *context;
    uint32_t ordinal;
    uint32_t index;
    bool synchronous;
    zed_stream_t *stream;
} zed_queue_t;

/* The descriptor of a queue or of an immediate list. */
ze_result_t zed_queue_check_desc(const ze_command_queue_desc_t *desc);

#endif
