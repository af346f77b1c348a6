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

/* What MPI sends eagerly it would keep for the receiver in any number, and the more of it there is
 * the slower it gets: one chunk of so many, the last of them, counts as sent only when the receiver
 * has it, and those behind it in its stream are not looked at before. */
#define PACE (STREAM_SENT / 2)

/* Chunks that are received ahead of the first: MPI looks for a message's receive among all. */
#define FIRST_DEPTH 4

/* A pass looks at so many streams' chunks, as each look costs a call of MPI. */
#define LOOKS_A_PASS 16

/* A buffer that is free holds the next free one. */
typedef struct free_buffer {
    struct free_buffer *next;
} free_buffer_t;

static struct {
    stream_t *first;
    stream_t *last;
    free_buffer_t *buffers;
    size_t count;                /* under way */
} streams;

static void set_count(size_t count)
{
    __atomic_store_n(&streams.count, count, __ATOMIC_RELAXED);
}

bool ishmemi_stream_any(void)
{
    return __atomic_load_n(&streams.count, __ATOMIC_RELAXED) > 0;
}

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

static size_t chunk_of(const stream_t *stream)
{
    return is_staged() ? STAGED_CHUNK_BYTES : stream->fine ? STREAM_FINE_BYTES : LONG_CHUNK_BYTES;
}

/* Fine streams to one peer send behind each other, in the order in which the peer hears of them: it
 * may receive none of one before all of another is there.  A short one does not wait for long ones. */
static bool is_queued(const stream_t *stream)
{
    return stream->outgoing && stream->fine && stream->bytes > PACE * STREAM_FINE_BYTES;
}

static void enter_queue(stream_t *stream)
{
    link_t *const link = ishmemi_link(stream->pe);
    stream->behind = NULL;
    if (link->last_sending) {
        link->last_sending->behind = stream;
    } else {
        link->first_sending = stream;
    }
    link->last_sending = stream;
}

/* The first has nothing more to send. */
static void leave_queue(const stream_t *stream)
{
    link_t *const link = ishmemi_link(stream->pe);
    link->first_sending = stream->behind;
    if (!link->first_sending) {
        link->last_sending = NULL;
    }
}

/* Bytes of the chunk that begins behind `before`. */
static size_t cut(const stream_t *stream, size_t before)
{
    const size_t chunk = chunk_of(stream);
    const size_t left = stream->bytes - before;
    return left < chunk ? left : chunk;
}

static int send(const stream_t *stream, const void *data, size_t bytes, MPI_Request *request)
{
    const bool is_paced = stream->posted / chunk_of(stream) % PACE == PACE - 1;
    return (is_paced ? MPI_Issend : MPI_Isend)(data, (int)bytes, MPI_BYTE, stream->pe, stream->tag,
                                               ishmemi_mpi_engine.comm, request);
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
                         ? send(stream, data, bytes, request)
                         : MPI_Irecv(data, (int)bytes, MPI_BYTE, stream->pe, stream->tag,
                                     ishmemi_mpi_engine.comm, request);
    ishmemi_mpi_check(code, stream->outgoing ? "MPI_Isend" : "MPI_Irecv", stream->pe);
    stream->slots[slot].buffer = buffer;
    stream->posted += bytes;
    stream->count++;
    if (is_queued(stream)) {
        ishmemi_link(stream->pe)->sending++;
        if (stream->posted == stream->bytes) {
            leave_queue(stream);
        }
    }
}

static bool has_room(const stream_t *stream)
{
    if (is_staged()) {
        return stream->count < STREAM_STAGED_DEPTH;
    }
    if (is_queued(stream)) {
        const link_t *const link = ishmemi_link(stream->pe);
        return link->first_sending == stream && link->sending < STREAM_SENT;
    }
    return stream->count < (stream->outgoing || stream->finished > 0 ? STREAM_DEPTH : FIRST_DEPTH);
}

static void post_all(stream_t *stream)
{
    while (stream->posted < stream->bytes && has_room(stream)) {
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
    if (is_queued(stream)) {
        ishmemi_link(stream->pe)->sending--;
    }
    return true;
}

void ishmemi_stream_start(stream_t *stream)
{
    set_count(streams.count + 1);
    stream->posted = 0;
    stream->finished = 0;
    stream->first = 0;
    stream->count = 0;
    if (is_queued(stream)) {
        enter_queue(stream);
    }
    post_all(stream);
    append(stream);
}

bool ishmemi_stream_progress(void)
{
    bool moved = false;
    const stream_t *const last = streams.last;
    bool is_last = false;
    for (int looks = 0; streams.first && !is_last && looks < LOOKS_A_PASS;) {
        stream_t *const stream = streams.first;
        is_last = stream == last;
        streams.first = stream->next;
        if (!streams.first) {
            streams.last = NULL;
        }
        looks += stream->count > 0;
        while (stream->count > 0 && finish_oldest(stream)) {
            moved = true;
        }
        post_all(stream);
        if (stream->finished < stream->bytes) {
            append(stream);
        } else {
            set_count(streams.count - 1);
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
