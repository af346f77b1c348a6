/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Streams: long data on its way to or from a PE, in chunks of which several are under way at once.
 * Where the host reaches memory, MPI carries them straight from and into it: long ones, which it
 * negotiates and hands to the network, or, in a fine stream, such as it sends eagerly, which is
 * faster between processes of a machine (cut.h).  Else chunks go by way of buffers.  Both ends cut
 * alike.
 */
#ifndef ISHMEMI_MPI_STREAM_H
#define ISHMEMI_MPI_STREAM_H

#include "engine.h"

/* A chunk of a fine stream: MPI sends it as one piece. */
#define STREAM_FINE_BYTES ((size_t)8 << 10)
/* Chunks under way.  Those of fine streams, to one peer, are so few that the processor's cache has
 * them still when they are received. */
#define STREAM_DEPTH 32
#define STREAM_SENT 16
/* Of chunks that go by way of buffers. */
#define STREAM_STAGED_DEPTH 4

typedef struct stream {
    struct stream *next;
    int pe;
    int tag;
    bool outgoing;
    bool fine;                   /* only where the host reaches memory */
    char *memory;
    size_t bytes;
    void (*ended)(struct stream *stream); /* called once, from ishmemi_stream_progress */
    /* The rest is the stream's own. */
    struct stream *behind;       /* in its link's queue */
    size_t posted;
    size_t finished;
    unsigned first;              /* slot of the oldest chunk under way */
    unsigned count;              /* chunks under way */
    struct {
        MPI_Request request;
        char *buffer;            /* NULL where data moves straight */
    } slots[STREAM_DEPTH];
} stream_t;

/* Starts a stream whose fields up to `ended` are set; bytes is not 0. */
void ishmemi_stream_start(stream_t *stream);

/* Whether anything moved. */
bool ishmemi_stream_progress(void);

/* Whether any is under way: for any thread, without the lock. */
bool ishmemi_stream_any(void);

/* When no stream is under way. */
void ishmemi_stream_close(void);

#endif
