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

static size_t under_way;         /* streams */

static void append(stream_t **first, stream_t **last, stream_t *stream)
{
    stream->next = NULL;
    if (*last) {
        (*last)->next = stream;
    } else {
        *first = stream;
    }
    *last = stream;
}

/* Takes the stream behind `before` (NULL: the first) out. */
static stream_t *drop(stream_t **first, stream_t **last, stream_t *before)
{
    stream_t **const at = before ? &before->next : first;
    stream_t *const stream = *at;
    *at = stream->next;
    if (*last == stream) {
        *last = before;
    }
    return stream;
}

static char *slot_of(const lane_end_t *end, lane_chunk_t **chunk)
{
    const uint64_t slot = end->own % ishmemi_lane_slots();
    *chunk = &end->lane->chunks[slot];
    return end->lane->slots + slot * LANE_CHUNK_BYTES;
}

static void finish(stream_t *stream)
{
    under_way--;
    ishmemi_stream_end(stream);
}

/* ---- Sending --------------------------------------------------------------------------------- */

static bool has_room(lane_end_t *out)
{
    if (out->own - out->other < ishmemi_lane_slots()) {
        return true;
    }
    out->other = __atomic_load_n(&out->lane->taken, __ATOMIC_ACQUIRE);
    return out->own - out->other < ishmemi_lane_slots();
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
    const stream_t *const first = out->first_behind;
    while (out->first_behind && out->first_behind->fences == first->fences) {
        out->fences = first->fences;
        out->puts++;
        append(&out->end.first, &out->end.last,
               drop(&out->first_behind, &out->last_behind, NULL));
    }
}

static void finish_first(lane_out_t *out)
{
    stream_t *const stream = drop(&out->end.first, &out->end.last, NULL);
    if (stream->fences > 0 && --out->puts == 0) {
        pass_fence(out);
    }
    finish(stream);
}

static bool fill(lane_out_t *out)
{
    lane_end_t *const end = &out->end;
    int chunks = 0;
    while (chunks < CHUNKS_A_PASS && end->first && has_room(end)) {
        stream_t *const stream = end->first;
        write_chunk(end, stream);
        chunks++;
        out->turn++;
        if (stream->finished == stream->bytes) {
            out->turn = 0;
            finish_first(out);
        } else if (out->turn >= CHUNKS_A_TURN) {
            out->turn = 0;
            append(&end->first, &end->last, drop(&end->first, &end->last, NULL));
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
    stream_t *stream = in->first;
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
    while (chunks < CHUNKS_A_PASS && in->first && has_chunk(in)) {
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
            finish(drop(&in->first, &in->last, before));
        }
    }
    return chunks > 0;
}

/* ---- Both ------------------------------------------------------------------------------------ */

static void start_sending(lane_out_t *out, stream_t *stream)
{
    if (stream->fences > 0 && out->puts > 0 && stream->fences != out->fences) {
        append(&out->first_behind, &out->last_behind, stream);
        return;
    }
    if (stream->fences > 0) {
        out->fences = stream->fences;
        out->puts++;
    }
    append(&out->end.first, &out->end.last, stream);
}

void ishmemi_lane_start(lane_pair_t *pair, stream_t *stream)
{
    under_way++;
    if (stream->outgoing) {
        start_sending(&pair->out, stream);
    } else {
        append(&pair->in.first, &pair->in.last, stream);
    }
}

bool ishmemi_lane_progress(void)
{
    bool moved = false;
    if (under_way == 0) {
        return false;
    }
    size_t count;
    lane_pair_t *const pairs = ishmemi_lane_pairs(&count);
    for (size_t i = 0; i < count; i++) {
        moved |= fill(&pairs[i].out);
        moved |= empty(&pairs[i].in);
    }
    return moved;
}
