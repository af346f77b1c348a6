/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fills lanes and empties them, some chunks at a time.
 */
#include "lane.h"

#include "deliver.h"
#include "processor/hand_over.h"
#include "processor/nontemporal.h"
#include <string.h>

/* Of a lane in one pass: others want the lock. */
#define CHUNKS_A_PASS 4
#define DIRECT_A_PASS 16
/* Chunks of a stream in a row, where others wait: short ones do not wait for all of a long one. */
#define CHUNKS_A_TURN 16

static char *slot_of(const lane_end_t *end, lane_chunk_t **chunk)
{
    const uint64_t slot = end->own % ishmemi_lanes.slots;
    *chunk = &end->lane->chunks[slot];
    return end->lane->slots + slot * LANE_CHUNK_BYTES;
}

/* ---- Sending --------------------------------------------------------------------------------- */

static void publish(lane_end_t *out, lane_chunk_t *chunk)
{
    __atomic_store_n(&chunk->number, ++out->own, __ATOMIC_RELEASE);
}

/* What the peer has taken it has executed. */
static bool end_direct(lane_out_t *out)
{
    bool any = false;
    for (; out->ended != out->taken; out->ended++) {
        const uint64_t slot = out->ended % ishmemi_lanes.slots;
        if (out->is_direct[slot]) {
            out->is_direct[slot] = false;
            out->direct--;
            ishmemi_stream_note(false);
            ishmemi_link_end(out->end.link);
            ishmemi_deliver_done(out->transfers[slot]);
            any = true;
        }
    }
    return any;
}

static bool look(lane_out_t *out)
{
    out->taken = __atomic_load_n(&out->end.lane->taken, __ATOMIC_ACQUIRE);
    return end_direct(out);
}

static bool has_room(lane_out_t *out)
{
    if (out->end.own - out->taken >= ishmemi_lanes.slots) {
        (void)look(out);
    }
    return out->end.own - out->taken < ishmemi_lanes.slots;
}

bool ishmemi_lane_takes(lane_pair_t *pair, size_t bytes)
{
    return bytes > LANE_PACKET_BYTES && bytes <= LANE_CHUNK_BYTES && pair->out.puts == 0 &&
           ishmemi_link_close_packet(pair->out.end.link);
}

bool ishmemi_lane_put(lane_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                      const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    lane_out_t *const out = &pair->out;
    if (!has_room(out)) {
        return false;
    }
    lane_chunk_t *chunk;
    char *const slot = slot_of(&out->end, &chunk);
    ishmemi_hand_over(slot, source, bytes);
    chunk->tag = LANE_DIRECT;
    chunk->bytes = (uint32_t)bytes;
    chunk->behind = out->end.link->sent;
    chunk->item = (item_t){.place = place, .length = bytes};
    chunk->signal = ishmemi_link_signal(&chunk->item, signal);
    out->is_direct[out->end.own % ishmemi_lanes.slots] = true;
    out->transfers[out->end.own % ishmemi_lanes.slots] = transfer;
    out->direct++;
    ishmemi_stream_note(true);
    publish(&out->end, chunk);
    ishmemi_link_begin(out->end.link);
    ishmemi_link_note_direct(out->end.link);
    ishmemi_deliver_sent(transfer);
    return true;
}

static void write_chunk(lane_end_t *out, stream_t *stream)
{
    const size_t left = stream->bytes - stream->finished;
    lane_chunk_t *chunk;
    char *const slot = slot_of(out, &chunk);
    const size_t bytes = left < LANE_CHUNK_BYTES ? left : LANE_CHUNK_BYTES;
    memcpy(slot, stream->memory + stream->finished, bytes);
    chunk->tag = (uint32_t)stream->tag;
    chunk->bytes = (uint32_t)bytes;
    publish(out, chunk);
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
    while (chunks < CHUNKS_A_PASS && end->streams.first && has_room(out)) {
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
    const bool has_ended = out->direct > 0 && look(out);
    return chunks > 0 || has_ended;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static bool has_chunk(const lane_end_t *in)
{
    const lane_chunk_t *const next = &in->lane->chunks[in->own % ishmemi_lanes.slots];
    return __atomic_load_n(&next->number, __ATOMIC_ACQUIRE) == in->own + 1;
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
    if (stream->bytes >= ishmemi_mpi_engine.request->nontemporal_bytes) {
        ishmemi_nontemporal_copy(stream->memory + stream->finished, slot, bytes);
    } else {
        memcpy(stream->memory + stream->finished, slot, bytes);
    }
    __atomic_store_n(&in->lane->taken, ++in->own, __ATOMIC_RELEASE);
    stream->finished += bytes;
}

static void take_direct(lane_end_t *in, const lane_chunk_t *chunk, const char *slot)
{
    ishmemi_lanes.service->take(in->link, &chunk->item, &chunk->signal, slot);
    __atomic_store_n(&in->lane->taken, ++in->own, __ATOMIC_RELEASE);
    ishmemi_lanes.service->done(in->link);
}

/* What announces a stream went as a message before the first chunk did, but may come behind it:
 * then the chunk waits. */
static bool empty(lane_end_t *in)
{
    int chunks = 0;
    int direct = 0;
    while (chunks < CHUNKS_A_PASS && direct < DIRECT_A_PASS && has_chunk(in)) {
        lane_chunk_t *chunk;
        const char *const slot = slot_of(in, &chunk);
        if (chunk->tag == LANE_DIRECT) {
            if (chunk->behind > in->link->executed) {
                break;
            }
            take_direct(in, chunk, slot);
            direct++;
            continue;
        }
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
    return chunks + direct > 0;
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

void ishmemi_carry(stream_t *stream)
{
    lane_pair_t *const pair = ishmemi_link(stream->pe)->lanes;
    if (!pair) {
        ishmemi_stream_start(stream);
        return;
    }
    ishmemi_stream_begin(stream);
    if (stream->outgoing) {
        start_sending(&pair->out, stream);
    } else {
        ishmemi_stream_append(&pair->in.streams, stream);
    }
}

bool ishmemi_lane_progress(void)
{
    bool moved = false;
    for (int i = 0; i < ishmemi_lanes.count; i++) {
        moved |= fill(&ishmemi_lanes.pairs[i].out);
        moved |= empty(&ishmemi_lanes.pairs[i].in);
    }
    return moved;
}
