/* SPDX-License-Identifier: BSD-3-Clause */
/* Fences: set by a queue after the lists that they were given with.  The signal follows wait.h. */
#ifndef ZED_FENCE_OBJECT_H
#define ZED_FENCE_OBJECT_H

#include "engine/engine.h"
#include "object.h"
#include "wait.h"

typedef struct zed_fence {
    zed_object_t object;
    struct zed_queue *queue;
    zed_signal_t signal;    /* not used if there is memory */
    zed_memory_t *memory;   /* that the device reaches, with the signal; NULL: it needs none */
    _Atomic uint64_t point; /* of its last submission; a hint for waiters, so relaxed */
    void *clock;            /* listener.h */
} zed_fence_t;

static inline zed_signal_t *zed_fence_signal(zed_fence_t *fence)
{
    return fence->memory ? fence->memory->base : &fence->signal;
}

#endif
