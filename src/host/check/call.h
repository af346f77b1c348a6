/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The call of a collective, for its checks and its body.
 */
#ifndef ISHMEMI_CALL_H
#define ISHMEMI_CALL_H

#include "ishmem.h"
#include <stddef.h>

struct ishmemi_queue;

/* A routine's arguments: elements of `size` bytes, aligned to `alignment`.  With a queue, the call
 * is put on the queue and the body returns whether that has worked; the routine's own result goes
 * to ret. */
typedef struct ishmemi_call {
    const char *routine;
    ishmem_team_t team;
    void *dest;
    const void *source;
    size_t count;
    size_t size;
    size_t alignment;
    const struct ishmemi_queue *queue;
    int *ret;
} ishmemi_call_t;

#endif
