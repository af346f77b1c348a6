/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of the transport share.  All of it, and every function of peer.h, flow.h,
 * channel.h, serve.h, operation.h and deliver.h, requires the transport's lock (messages.c).
 */
#ifndef ISHMEMI_MESSAGES_ENGINE_H
#define ISHMEMI_MESSAGES_ENGINE_H

#include "wire.h"

typedef struct ishmemi_engine {
    const wire_t *wire;
    const ishmemi_transport_request_t *request;
    /* Set by the wire's open. */
    int my_pe;
    int n_pes;
    /* Perhaps no thread calls progress after a start, so a start passes its request to the wire
     * before it returns. */
    bool hands_over;
    /* The rest is the transport's. */
    uint64_t window; /* limit of unacknowledged counted packets to one PE */
} ishmemi_engine_t;

extern ishmemi_engine_t ishmemi_engine;

/* Returns host memory; ends the job if there is none. */
void *ishmemi_engine_allocate(size_t count, size_t bytes);

#endif
