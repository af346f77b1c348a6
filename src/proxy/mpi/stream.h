/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Streams: long data on its way to or from a PE, in chunks that MPI carries straight from or into
 * memory where the host can reach it, else in smaller ones by way of buffers, several of which are
 * under way at once.  Both ends cut alike.
 */
#ifndef ISHMEMI_MPI_STREAM_H
#define ISHMEMI_MPI_STREAM_H

#include "engine.h"

#define STREAM_DEPTH 4

typedef struct stream {
    struct stream *next;
    int pe;
    int tag;
    bool outgoing;
    char *memory;
    size_t bytes;
    void (*ended)(struct stream *stream); /* called once, from ishmemi_stream_progress */
    /* The rest is the stream's own. */
    size_t posted;
    size_t finished;
    unsigned first;              /* slot of the oldest chunk under way */
    unsigned count;              /* chunks under way */
    struct {
        MPI_Request request;
        char *buffer;            /* NULL where data moves straight */
        size_t offset;
        size_t bytes;
    } slots[STREAM_DEPTH];
} stream_t;

/* Starts a stream whose fields up to `ended` are set; bytes is not 0. */
void ishmemi_stream_start(stream_t *stream);

/* Whether anything moved. */
bool ishmemi_stream_progress(void);

/* When no stream is under way. */
void ishmemi_stream_close(void);

#endif
