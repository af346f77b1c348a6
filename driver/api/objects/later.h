/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Things to do once every command that was submitted before has ended: to release what such a
 * command may still use.  Nobody waits and nothing is allocated.  A zed_later_t visits the streams
 * one after the other.  A stream that has work keeps it until that work has ended; see stream.h.
 * Recorded lists that no queue executes do not count.
 */
#ifndef ZED_LATER_H
#define ZED_LATER_H

#include <stdbool.h>
#include <stdint.h>

/* Stands in what is to be released; whoever has the zed_later_t writes it, under the stream's lock
 * while a stream keeps it. */
typedef struct zed_later {
    struct zed_later *next;
    void (*act)(struct zed_later *later);
    uint64_t position; /* of the command that it waits for in the stream that keeps it */
} zed_later_t;

/* Calls act: before it returns when no stream has work, otherwise from the thread that ends the
 * last command. */
void zed_later_do(zed_later_t *later, void (*act)(zed_later_t *later));

/* The streams, where there are any. */
typedef struct zed_later_streams {
    /* How many there are; their numbers begin with 1. */
    uint64_t (*count)(void);
    /* Keeps the zed_later_t until every command that the stream has now has ended, and then goes on with
     * the next stream; false, and not kept, when the stream has no command. */
    bool (*keep)(uint64_t number, zed_later_t *later);
} zed_later_streams_t;

/* Before the first command is submitted. */
void zed_later_set_streams(const zed_later_streams_t *streams);

/* Goes on with the streams from this number on. */
void zed_later_continue(zed_later_t *later, uint64_t stream_number);

#endif
