/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Things to do once every command that was submitted before has ended: to release what such a
 * command may still use.  Nobody waits and nothing is allocated.  A zed_deferred_t visits the streams
 * one after the other.  A stream that has work keeps it until that work has ended; see stream.h.
 * Recorded lists that no queue executes do not count.
 */
#ifndef ZED_DEFERRED_H
#define ZED_DEFERRED_H

#include <stdbool.h>
#include <stdint.h>

/* Stands in what is to be released; whoever has the zed_deferred_t writes it, under the stream's lock
 * while a stream keeps it. */
typedef struct zed_deferred {
    struct zed_deferred *next;
    void (*act)(struct zed_deferred *deferred);
    uint64_t position; /* of the command that it waits for in the stream that keeps it */
} zed_deferred_t;

/* Calls act: before it returns when no stream has work, otherwise from the thread that ends the
 * last command. */
void zed_deferred_release(zed_deferred_t *deferred, void (*act)(zed_deferred_t *deferred));

/* The streams, where there are any. */
typedef struct zed_deferred_streams {
    /* How many there are; their numbers begin with 1. */
    uint64_t (*count)(void);
    /* Keeps the zed_deferred_t until every command that the stream has now has ended, and then goes on with
     * the next stream; false, and not kept, when the stream has no command. */
    bool (*keep)(uint64_t number, zed_deferred_t *deferred);
} zed_deferred_streams_t;

/* Before the first command is submitted. */
void zed_deferred_set_streams(const zed_deferred_streams_t *streams);

/* Goes on with the streams from this number on. */
void zed_deferred_continue(zed_deferred_t *deferred, uint64_t stream_number);

#endif
