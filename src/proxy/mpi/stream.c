/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Carries streams on, a few at a time, in turn.
 */
#include "stream.h"

#include <stdlib.h>

#define STRAIGHT_CHUNK_BYTES ((size_t)1 << 30)
#define STAGED_CHUNK_BYTES ((size_t)512 << 10)

/* A pass looks at so many streams, as each look costs a call of MPI. */
#define STREAMS_A_PASS 16

/* A buffer that is free holds the next free one. */
typedef struct free_buffer {
    struct free_buffer *next;
} free_buffer_t;

static struct {
    stream_t *first;
    stream_t *last;
    free_buffer_t *buffers;
} streams;

static bool is_staged(void)
{
    return !ishmemi_mpi_engine.request->heap_host_mapped;
}

static char *take_buffer(void)
{
    free_buffer_t *const buffer = streams.buffers;
    if (buffer) {
        streams.buffers = buffer->next;
        return (char *)buffer;
    }
    return ishmemi_mpi_allocate(1, STAGED_CHUNK_BYTES);
}

static void give_buffer(char *memory)
{
    free_buffer_t *const buffer = (free_buffer_t *)(void *)memory;
    buffer->next = streams.buffers;
    streams.buffers = buffer;
}

static void append(stream_t *stream)
{
    stream->next = NULL;
    if (streams.last) {
        streams.last->next = stream;
    } else {
        streams.first = stream;
    }
    streams.last = stream;
}

static void post(stream_t *stream)
{
    const size_t chunk = is_staged() ? STAGED_CHUNK_BYTES : STRAIGHT_CHUNK_BYTES;
    const unsigned slot = (stream->first + stream->count) % STREAM_DEPTH;
    const size_t left = stream->bytes - stream->posted;
    const size_t bytes = left < chunk ? left : chunk;
    char *const memory = stream->memory + stream->posted;
    char *buffer = NULL;
    if (is_staged()) {
        buffer = take_buffer();
        if (stream->outgoing) {
            ishmemi_mpi_engine.request->copy(buffer, memory, bytes);
        }
    }
    void *const data = buffer ? buffer : memory;
    MPI_Request *const request = &stream->slots[slot].request;
    const int code = stream->outgoing
                         ? MPI_Isend(data, (int)bytes, MPI_BYTE, stream->pe, stream->tag,
                                     ishmemi_mpi_engine.comm, request)
                         : MPI_Irecv(data, (int)bytes, MPI_BYTE, stream->pe, stream->tag,
                                     ishmemi_mpi_engine.comm, request);
    ishmemi_mpi_check(code, stream->outgoing ? "MPI_Isend" : "MPI_Irecv", stream->pe);
    stream->slots[slot].buffer = buffer;
    stream->slots[slot].offset = stream->posted;
    stream->slots[slot].bytes = bytes;
    stream->posted += bytes;
    stream->count++;
}

static void post_all(stream_t *stream)
{
    while (stream->count < STREAM_DEPTH && stream->posted < stream->bytes) {
        post(stream);
    }
}

/* Whether the oldest chunk has arrived, or has left. */
static bool finish_oldest(stream_t *stream)
{
    const unsigned slot = stream->first;
    int is_finished = 0;
    ishmemi_mpi_check(MPI_Test(&stream->slots[slot].request, &is_finished, MPI_STATUS_IGNORE),
                      "MPI_Test", stream->pe);
    if (!is_finished) {
        return false;
    }
    char *const buffer = stream->slots[slot].buffer;
    if (buffer) {
        if (!stream->outgoing) {
            ishmemi_mpi_engine.request->copy(stream->memory + stream->slots[slot].offset, buffer,
                         stream->slots[slot].bytes);
        }
        give_buffer(buffer);
    }
    stream->finished += stream->slots[slot].bytes;
    stream->first = (slot + 1) % STREAM_DEPTH;
    stream->count--;
    return true;
}

void ishmemi_stream_start(stream_t *stream)
{
    stream->posted = 0;
    stream->finished = 0;
    stream->first = 0;
    stream->count = 0;
    post_all(stream);
    append(stream);
}

bool ishmemi_stream_progress(void)
{
    bool moved = false;
    const stream_t *const last = streams.last;
    bool is_last = false;
    for (int looks = 0; streams.first && !is_last && looks < STREAMS_A_PASS; looks++) {
        stream_t *const stream = streams.first;
        is_last = stream == last;
        streams.first = stream->next;
        if (!streams.first) {
            streams.last = NULL;
        }
        while (stream->count > 0 && finish_oldest(stream)) {
            moved = true;
        }
        post_all(stream);
        if (stream->finished < stream->bytes) {
            append(stream);
        } else {
            stream->ended(stream);
        }
    }
    return moved;
}

void ishmemi_stream_close(void)
{
    while (streams.buffers) {
        free(take_buffer());
    }
}
