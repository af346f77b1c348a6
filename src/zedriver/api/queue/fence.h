/* SPDX-License-Identifier: BSD-3-Clause */
/* Fences: set by a queue behind the lists that they were given with.  The signal follows wait.h. */
#ifndef ZED_FENCE_H
#define ZED_FENCE_H

#include "command_queue.h"

typedef struct zed_fence {
    zed_object_t object;
    zed_queue_t *queue;
    zed_signal_t signal;
    _Atomic uint64_t ticket; /* of its last submission; a hint for waiters, so relaxed */
} zed_fence_t;

#endif
