/* SPDX-License-Identifier: BSD-3-Clause */
/* Fences: a queue sets one after the lists with which it was submitted.  The signal follows
 * wait.h. */
#ifndef ZED_FENCE_OBJECT_H
#define ZED_FENCE_OBJECT_H

#include "engine/engine.h"
#include "object.h"
#include "wait.h"

typedef struct zed_fence {
    zed_object_t object;
    struct zed_queue *queue;
    zed_signal_t signal;  /* not used if `memory` exists */
    zed_memory_t *memory; /* that the device reaches, with the signal; NULL: not needed */
    _Atomic uint64_t
        point;   /* the fence's last submission; a hint for waiting threads, so relaxed */
    void *clock; /* listener.h */
} zed_fence_t;

static inline zed_signal_t *zed_fence_signal(zed_fence_t *fence)
{
    return fence->memory ? fence->memory->base : &fence->signal;
}

#endif
