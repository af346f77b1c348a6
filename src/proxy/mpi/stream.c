/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Carries streams on, a few at a time, in turn.
 *
 * word      written by              read by       ordering
 * count     who holds the lock      any thread    relaxed: who misses a change looks again soon
 */
#include "stream.h"

#include "link.h"
#include <stdlib.h>

#define LONG_CHUNK_BYTES ((size_t)1 << 30)
#define STAGED_CHUNK_BYTES ((size_t)512 << 10)

/* A pass looks at so many streams' chunks, as each look costs a call of MPI. */
#define LOOKS_A_PASS 16

/* A buffer that is free holds the next free one. */
typedef struct free_buffer {
    struct free_buffer *next;
} free_buffer_t;

static struct {
    stream_list_t list;          /* those that go as messages */
    free_buffer_t *buffers;
    size_t count;                /* under way */
} streams;

static void set_count(size_t count)
{
    __atomic_store_n(&streams.count, count, __ATOMIC_RELAXED);
}

void ishmemi_stream_note(bool begins)
{
    set_count(begins ? streams.count + 1 : streams.count - 1);
}

bool ishmemi_stream_any(void)
{
    return __atomic_load_n(&streams.count, __ATOMIC_RELAXED) > 0;
}

static bool is_staged(void)
{
    return !ishmemi_mpi_engine.request->heap_host_mapped;
}

void ishmemi_stream_append(stream_list_t *list, stream_t *stream)
{
    stream->next = NULL;
    if (list->last) {
        list->last->next = stream;
    } else {
        list->first = stream;
    }
    list->last = stream;
}

stream_t *ishmemi_stream_drop(stream_list_t *list, stream_t *before)
{
    stream_t **const at = before ? &before->next : &list->first;
    stream_t *const stream = *at;
    *at = stream->next;
    if (list->last == stream) {
        list->last = before;
    }
    return stream;
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

/* Bytes of the chunk that begins behind `before`. */
static size_t cut(const stream_t *stream, size_t before)
{
    const size_t chunk = is_staged() ? STAGED_CHUNK_BYTES : LONG_CHUNK_BYTES;
    const size_t left = stream->bytes - before;
    return left < chunk ? left : chunk;
}

static void post(stream_t *stream)
{
    const unsigned slot = (stream->first + stream->count) % STREAM_DEPTH;
    const size_t bytes = cut(stream, stream->posted);
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
    stream->posted += bytes;
    stream->count++;
}

static void post_all(stream_t *stream)
{
    while (stream->posted < stream->bytes && stream->count < STREAM_DEPTH) {
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
    const size_t bytes = cut(stream, stream->finished);
    char *const buffer = stream->slots[slot].buffer;
    if (buffer) {
        if (!stream->outgoing) {
            ishmemi_mpi_engine.request->copy(stream->memory + stream->finished, buffer, bytes);
        }
        give_buffer(buffer);
    }
    stream->finished += bytes;
    stream->first = (slot + 1) % STREAM_DEPTH;
    stream->count--;
    return true;
}

void ishmemi_stream_begin(stream_t *stream)
{
    ishmemi_stream_note(true);
    stream->posted = 0;
    stream->finished = 0;
    stream->first = 0;
    stream->count = 0;
}

void ishmemi_stream_start(stream_t *stream)
{
    ishmemi_stream_begin(stream);
    post_all(stream);
    ishmemi_stream_append(&streams.list, stream);
}

void ishmemi_stream_end(stream_t *stream)
{
    ishmemi_stream_note(false);
    stream->ended(stream);
}

bool ishmemi_stream_progress(void)
{
    bool moved = false;
    const stream_t *const last = streams.list.last;
    bool is_last = false;
    for (int looks = 0; streams.list.first && !is_last && looks < LOOKS_A_PASS;) {
        stream_t *const stream = ishmemi_stream_drop(&streams.list, NULL);
        is_last = stream == last;
        looks += stream->count > 0;
        while (stream->count > 0 && finish_oldest(stream)) {
            moved = true;
        }
        post_all(stream);
        if (stream->finished < stream->bytes) {
            ishmemi_stream_append(&streams.list, stream);
        } else {
            ishmemi_stream_end(stream);
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
