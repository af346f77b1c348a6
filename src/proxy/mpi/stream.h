/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Streams: long data on its way to or from a PE, in chunks of which several are under way at once.
 * Between processes of a machine they go through memory that these share (lane.h).  Else, where the
 * host reaches memory, MPI carries chunks straight from and into it, such long ones that it
 * negotiates them and hands them to the network; where it does not, they go by way of buffers.  Both
 * ends cut alike.
 */
#ifndef ISHMEMI_MPI_STREAM_H
#define ISHMEMI_MPI_STREAM_H

#include "engine.h"

/* Chunks under way. */
#define STREAM_DEPTH 4

typedef struct stream {
    struct stream *next;
    int pe;
    int tag;
    bool outgoing;
    char *memory;
    size_t bytes;
    uint64_t fences;             /* a put's: its link's; else 0 */
    void (*ended)(struct stream *stream); /* called once, from ishmemi_stream_end */
    /* The rest is the stream's own. */
    size_t posted;
    size_t finished;
    unsigned first;              /* slot of the oldest chunk under way */
    unsigned count;              /* chunks under way */
    struct {
        MPI_Request request;
        char *buffer;            /* NULL where data moves straight */
    } slots[STREAM_DEPTH];
} stream_t;

/* Streams in a row; {NULL, NULL}: none. */
typedef struct stream_list {
    stream_t *first;
    stream_t *last;
} stream_list_t;

void ishmemi_stream_append(stream_list_t *list, stream_t *stream);
/* Takes the stream behind `before` (NULL: the first) out, which there must be. */
stream_t *ishmemi_stream_drop(stream_list_t *list, stream_t *before);

/* Starts a stream whose fields up to `ended` are set, as messages; bytes is not 0.  Callers use
 * ishmemi_carry (lane.h), which chooses between messages and lanes. */
void ishmemi_stream_start(stream_t *stream);

/* The beginning and the end of a stream, for whoever carries it. */
void ishmemi_stream_begin(stream_t *stream);
void ishmemi_stream_end(stream_t *stream);

/* Whether anything moved. */
bool ishmemi_stream_progress(void);

/* Whether any is under way: for any thread, without the lock. */
bool ishmemi_stream_any(void);
/* Something else that is like one begins, or ends. */
void ishmemi_stream_note(bool begins);

/* When no stream is under way. */
void ishmemi_stream_close(void);

#endif
