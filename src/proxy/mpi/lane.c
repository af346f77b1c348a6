/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fills lanes and empties them, some chunks at a time.
 */
#include "lane.h"

#include "processor/stream.h"
#include <string.h>

/* Chunks of a lane in one pass: others want the lock. */
#define CHUNKS_A_PASS 4
/* Chunks of a stream in a row, where others wait: short ones do not wait for all of a long one. */
#define CHUNKS_A_TURN 16

static char *slot_of(const lane_end_t *end, lane_chunk_t **chunk)
{
    const uint64_t slot = end->own % ishmemi_lanes.slots;
    *chunk = &end->lane->chunks[slot];
    return end->lane->slots + slot * LANE_CHUNK_BYTES;
}

/* ---- Sending --------------------------------------------------------------------------------- */

static bool has_room(lane_end_t *out)
{
    if (out->own - out->other < ishmemi_lanes.slots) {
        return true;
    }
    out->other = __atomic_load_n(&out->lane->taken, __ATOMIC_ACQUIRE);
    return out->own - out->other < ishmemi_lanes.slots;
}

static void write_chunk(lane_end_t *out, stream_t *stream)
{
    const size_t left = stream->bytes - stream->finished;
    lane_chunk_t *chunk;
    char *const slot = slot_of(out, &chunk);
    const size_t bytes = left < LANE_CHUNK_BYTES ? left : LANE_CHUNK_BYTES;
    memcpy(slot, stream->memory + stream->finished, bytes);
    *chunk = (lane_chunk_t){.tag = (uint32_t)stream->tag, .bytes = (uint32_t)bytes};
    __atomic_store_n(&out->lane->written, ++out->own, __ATOMIC_RELEASE);
    stream->finished += bytes;
}

/* Puts that wait for the same fence, and no longer do. */
static void pass_fence(lane_out_t *out)
{
    if (out->behind.first) {
        out->fences = out->behind.first->fences;
    }
    while (out->behind.first && out->behind.first->fences == out->fences) {
        out->puts++;
        ishmemi_stream_append(&out->end.streams, ishmemi_stream_drop(&out->behind, NULL));
    }
}

static void finish_first(lane_out_t *out)
{
    stream_t *const stream = ishmemi_stream_drop(&out->end.streams, NULL);
    if (stream->fences > 0 && --out->puts == 0) {
        pass_fence(out);
    }
    ishmemi_stream_end(stream);
}

static bool fill(lane_out_t *out)
{
    lane_end_t *const end = &out->end;
    int chunks = 0;
    while (chunks < CHUNKS_A_PASS && end->streams.first && has_room(end)) {
        stream_t *const stream = end->streams.first;
        write_chunk(end, stream);
        chunks++;
        out->turn++;
        if (stream->finished == stream->bytes) {
            out->turn = 0;
            finish_first(out);
        } else if (out->turn >= CHUNKS_A_TURN) {
            out->turn = 0;
            ishmemi_stream_append(&end->streams, ishmemi_stream_drop(&end->streams, NULL));
        }
    }
    return chunks > 0;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static bool has_chunk(lane_end_t *in)
{
    if (in->own == in->other) {
        in->other = __atomic_load_n(&in->lane->written, __ATOMIC_ACQUIRE);
    }
    return in->own != in->other;
}

/* The stream with this tag and the one before it. */
static stream_t *find(const lane_end_t *in, uint32_t tag, stream_t **before)
{
    stream_t *stream = in->streams.first;
    *before = NULL;
    while (stream && (uint32_t)stream->tag != tag) {
        *before = stream;
        stream = stream->next;
    }
    return stream;
}

static void read_chunk(lane_end_t *in, const lane_chunk_t *chunk, const char *slot,
                       stream_t *stream)
{
    const size_t bytes = chunk->bytes;
    if (bytes > stream->bytes - stream->finished) {
        ishmemi_mpi_engine.request->fatal("PE %d sends more than the %zu bytes that it announced",
                                          stream->pe, stream->bytes);
    }
    if (stream->bytes >= ishmemi_mpi_engine.request->stream_bytes) {
        ishmemi_stream_copy(stream->memory + stream->finished, slot, bytes);
    } else {
        memcpy(stream->memory + stream->finished, slot, bytes);
    }
    __atomic_store_n(&in->lane->taken, ++in->own, __ATOMIC_RELEASE);
    stream->finished += bytes;
}

/* What announces a stream went as a message before the first chunk did, but may come behind it:
 * then the chunk waits. */
static bool empty(lane_end_t *in)
{
    int chunks = 0;
    while (chunks < CHUNKS_A_PASS && in->streams.first && has_chunk(in)) {
        lane_chunk_t *chunk;
        const char *const slot = slot_of(in, &chunk);
        stream_t *before;
        stream_t *const stream = find(in, chunk->tag, &before);
        if (!stream) {
            break;
        }
        read_chunk(in, chunk, slot, stream);
        chunks++;
        if (stream->finished == stream->bytes) {
            ishmemi_stream_end(ishmemi_stream_drop(&in->streams, before));
        }
    }
    return chunks > 0;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void start_sending(lane_out_t *out, stream_t *stream)
{
    if (stream->fences > 0 && out->puts > 0 && stream->fences != out->fences) {
        ishmemi_stream_append(&out->behind, stream);
        return;
    }
    if (stream->fences > 0) {
        out->fences = stream->fences;
        out->puts++;
    }
    ishmemi_stream_append(&out->end.streams, stream);
}

void ishmemi_lane_start(lane_pair_t *pair, stream_t *stream)
{
    if (stream->outgoing) {
        start_sending(&pair->out, stream);
    } else {
        ishmemi_stream_append(&pair->in.streams, stream);
    }
}

bool ishmemi_lane_progress(void)
{
    bool moved = false;
    if (!ishmemi_stream_any()) {
        return false;
    }
    for (int i = 0; i < ishmemi_lanes.count; i++) {
        moved |= fill(&ishmemi_lanes.pairs[i].out);
        moved |= empty(&ishmemi_lanes.pairs[i].in);
    }
    return moved;
}
