/* SPDX-License-Identifier: BSD-3-Clause */
/* Queues that execute recorded lists. */
#ifndef ZED_QUEUE_OBJECT_H
#define ZED_QUEUE_OBJECT_H

#include "ze_context.h"

typedef struct zed_queue {
    zed_object_t object;
    zed_context_t *context;
    uint32_t ordinal;
    uint32_t index;
    bool synchronous;
    struct zed_stream *stream;
} zed_queue_t;

#endif
