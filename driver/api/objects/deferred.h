/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Deferred releases: an action that runs once every command submitted before has ended, and
 * releases what such a command may still use.  No thread waits and nothing is allocated.  A
 * zed_deferred_t visits the streams one after the other.  A stream with work keeps it until that
 * work has ended; see stream.h.  Recorded lists that no queue executes do not count.
 */
#ifndef ZED_DEFERRED_H
#define ZED_DEFERRED_H

#include <stdbool.h>
#include <stdint.h>

/* Part of the object that is to be released.  Its current owner writes it; while a stream keeps it,
 * under the stream's lock. */
typedef struct zed_deferred {
    struct zed_deferred *next;
    void (*act)(struct zed_deferred *deferred);
    uint64_t position; /* of the command whose end it awaits in the stream that keeps it */
} zed_deferred_t;

/* Calls act: before it returns if no stream has work, otherwise in the thread that ends the last
 * command. */
void zed_deferred_release(zed_deferred_t *deferred, void (*act)(zed_deferred_t *deferred));

/* The streams, if there are any. */
typedef struct zed_deferred_streams {
    /* The number of streams; they are numbered from 1. */
    uint64_t (*count)(void);
    /* Keeps the zed_deferred_t until every command that the stream has now has ended, and then
     * continues with the next stream.  false: the stream has no command and keeps nothing. */
    bool (*keep)(uint64_t number, zed_deferred_t *deferred);
} zed_deferred_streams_t;

/* Called before the first command is submitted. */
void zed_deferred_set_streams(const zed_deferred_streams_t *streams);

/* Continues with the streams from this number on. */
void zed_deferred_continue(zed_deferred_t *deferred, uint64_t stream_number);

#endif
