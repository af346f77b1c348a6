/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fills and empties channels, a few chunks at a time.
 */
#include "channel.h"

#include "deliver.h"
#include "util/hand_over.h"
#include "util/nontemporal.h"
#include <string.h>

/* Of one channel in one pass, because other threads want the lock. */
#define CHUNKS_A_PASS 4
#define DIRECT_A_PASS 16
/* Consecutive chunks of one flow while others wait, so that short ones do not wait for all of a
 * long one. */
#define CHUNKS_A_TURN 16

static char *slot_of(const channel_end_t *end, channel_chunk_t **chunk)
{
    const uint64_t slot = end->own % ishmemi_channels.slots;
    *chunk = &end->channel->chunks[slot];
    return end->channel->slots + slot * CHANNEL_CHUNK_BYTES;
}

/* ---- Sending --------------------------------------------------------------------------------- */

static void publish(channel_end_t *out, channel_chunk_t *chunk)
{
    __atomic_store_n(&chunk->number, ++out->own, __ATOMIC_RELEASE);
}

/* Ends the direct puts that the peer has taken: it has executed them. */
static bool end_direct(channel_out_t *out)
{
    bool any = false;
    for (; out->ended != out->taken; out->ended++) {
        const uint64_t slot = out->ended % ishmemi_channels.slots;
        if (out->is_direct[slot]) {
            out->is_direct[slot] = false;
            out->direct--;
            ishmemi_flow_note(false);
            ishmemi_peer_end(out->end.peer);
            ishmemi_deliver_done(out->transfers[slot]);
            any = true;
        }
    }
    return any;
}

static bool look(channel_out_t *out)
{
    out->taken = __atomic_load_n(&out->end.channel->taken, __ATOMIC_ACQUIRE);
    return end_direct(out);
}

static bool has_room(channel_out_t *out)
{
    if (out->end.own - out->taken >= ishmemi_channels.slots) {
        (void)look(out);
    }
    return out->end.own - out->taken < ishmemi_channels.slots;
}

static bool takes_direct(channel_pair_t *pair, size_t bytes)
{
    return bytes <= CHANNEL_CHUNK_BYTES && pair->out.puts == 0 &&
           ishmemi_peer_close_packet(pair->out.end.peer);
}

bool ishmemi_channel_takes(channel_pair_t *pair, size_t bytes)
{
    const channel_out_t *const out = &pair->out;
    return (bytes > CHANNEL_PACKET_BYTES ||
            (out->direct < CHANNEL_FEW && ishmemi_peer_has_only(out->end.peer, out->direct))) &&
           takes_direct(pair, bytes);
}

/* Only if there is room. */
static void write_direct(channel_out_t *out, uint64_t place, const void *source, size_t bytes,
                         const ishmemi_transport_signal_t *signal)
{
    channel_chunk_t *chunk;
    char *const slot = slot_of(&out->end, &chunk);
    ishmemi_hand_over(slot, source, bytes);
    chunk->tag = CHANNEL_DIRECT;
    chunk->bytes = (uint32_t)bytes;
    chunk->behind = out->end.peer->ordered_sent;
    chunk->item = (item_t){.place = place, .length = bytes};
    chunk->signal = ishmemi_peer_signal(&chunk->item, signal);
    publish(&out->end, chunk);
    ishmemi_peer_note_direct(out->end.peer);
}

bool ishmemi_channel_put(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                         const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    channel_out_t *const out = &pair->out;
    if (!has_room(out)) {
        return false;
    }
    out->is_direct[out->end.own % ishmemi_channels.slots] = true;
    out->transfers[out->end.own % ishmemi_channels.slots] = transfer;
    out->direct++;
    ishmemi_flow_note(true);
    ishmemi_peer_begin(out->end.peer);
    write_direct(out, place, source, bytes, signal);
    ishmemi_deliver_sent(transfer);
    return true;
}

bool ishmemi_channel_note(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                          const ishmemi_transport_signal_t *signal)
{
    if (!takes_direct(pair, bytes) || !has_room(&pair->out)) {
        return false;
    }
    write_direct(&pair->out, place, source, bytes, signal);
    return true;
}

static void write_chunk(channel_end_t *out, flow_t *flow)
{
    const size_t left = flow->bytes - flow->finished;
    channel_chunk_t *chunk;
    char *const slot = slot_of(out, &chunk);
    const size_t bytes = left < CHANNEL_CHUNK_BYTES ? left : CHANNEL_CHUNK_BYTES;
    memcpy(slot, flow->memory + flow->finished, bytes);
    chunk->tag = flow->tag;
    chunk->bytes = (uint32_t)bytes;
    publish(out, chunk);
    flow->finished += bytes;
}

/* Starts the puts that follow the next fence, because those before it have ended. */
static void pass_fence(channel_out_t *out)
{
    if (out->behind.first) {
        out->fences = out->behind.first->fences;
    }
    while (out->behind.first && out->behind.first->fences == out->fences) {
        out->puts++;
        ishmemi_flow_append(&out->end.flows, ishmemi_flow_drop(&out->behind, NULL));
    }
}

static void finish_first(channel_out_t *out)
{
    flow_t *const flow = ishmemi_flow_drop(&out->end.flows, NULL);
    if (flow->fences > 0 && --out->puts == 0) {
        pass_fence(out);
    }
    ishmemi_flow_end(flow);
}

static bool fill(channel_out_t *out)
{
    channel_end_t *const end = &out->end;
    int chunks = 0;
    while (chunks < CHUNKS_A_PASS && end->flows.first && has_room(out)) {
        flow_t *const flow = end->flows.first;
        write_chunk(end, flow);
        chunks++;
        out->turn++;
        if (flow->finished == flow->bytes) {
            out->turn = 0;
            finish_first(out);
        } else if (out->turn >= CHUNKS_A_TURN) {
            out->turn = 0;
            ishmemi_flow_append(&end->flows, ishmemi_flow_drop(&end->flows, NULL));
        }
    }
    const bool has_ended = out->direct > 0 && look(out);
    return chunks > 0 || has_ended;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

static bool has_chunk(const channel_end_t *in)
{
    const channel_chunk_t *const next = &in->channel->chunks[in->own % ishmemi_channels.slots];
    return __atomic_load_n(&next->number, __ATOMIC_ACQUIRE) == in->own + 1;
}

/* Finds the flow with this tag and the one before it. */
static flow_t *find(const channel_end_t *in, uint32_t tag, flow_t **before)
{
    flow_t *flow = in->flows.first;
    *before = NULL;
    while (flow && flow->tag != tag) {
        *before = flow;
        flow = flow->next;
    }
    return flow;
}

static void read_chunk(channel_end_t *in, const channel_chunk_t *chunk, const char *slot,
                       flow_t *flow)
{
    const size_t bytes = chunk->bytes;
    if (bytes > flow->bytes - flow->finished) {
        ishmemi_engine.request->fatal("PE %d has sent more than the %zu bytes that it announced",
                                      flow->pe, flow->bytes);
    }
    if (flow->bytes >= ishmemi_engine.request->nontemporal_bytes) {
        ishmemi_nontemporal_copy(flow->memory + flow->finished, slot, bytes);
    } else {
        memcpy(flow->memory + flow->finished, slot, bytes);
    }
    __atomic_store_n(&in->channel->taken, ++in->own, __ATOMIC_RELEASE);
    flow->finished += bytes;
}

static void take_direct(channel_end_t *in, const channel_chunk_t *chunk, const char *slot)
{
    ishmemi_channels.service->take(in->peer, &chunk->item, &chunk->signal, slot);
    __atomic_store_n(&in->channel->taken, ++in->own, __ATOMIC_RELEASE);
    ishmemi_channels.service->done(in->peer);
}

/* The message that announces a flow was sent before its first chunk but may arrive after it; the
 * chunk then waits. */
static bool empty(channel_end_t *in)
{
    int chunks = 0;
    int direct = 0;
    while (chunks < CHUNKS_A_PASS && direct < DIRECT_A_PASS && has_chunk(in)) {
        channel_chunk_t *chunk;
        const char *const slot = slot_of(in, &chunk);
        if (chunk->tag == CHANNEL_DIRECT) {
            if (chunk->behind > in->peer->ordered_done) {
                break;
            }
            take_direct(in, chunk, slot);
            direct++;
            continue;
        }
        flow_t *before;
        flow_t *const flow = find(in, chunk->tag, &before);
        if (!flow) {
            break;
        }
        read_chunk(in, chunk, slot, flow);
        chunks++;
        if (flow->finished == flow->bytes) {
            ishmemi_flow_end(ishmemi_flow_drop(&in->flows, before));
        }
    }
    return chunks + direct > 0;
}

/* ---- Both directions ------------------------------------------------------------------------- */

static void start_sending(channel_out_t *out, flow_t *flow)
{
    if (flow->fences > 0 && out->puts > 0 && flow->fences != out->fences) {
        ishmemi_flow_append(&out->behind, flow);
        return;
    }
    if (flow->fences > 0) {
        out->fences = flow->fences;
        out->puts++;
    }
    ishmemi_flow_append(&out->end.flows, flow);
}

void ishmemi_carry(flow_t *flow)
{
    channel_pair_t *const pair = ishmemi_peer(flow->pe)->channels;
    if (!pair) {
        ishmemi_flow_start(flow);
        return;
    }
    ishmemi_flow_begin(flow);
    if (flow->outgoing) {
        start_sending(&pair->out, flow);
    } else {
        ishmemi_flow_append(&pair->in.flows, flow);
    }
}

bool ishmemi_channel_progress(void)
{
    bool moved = false;
    for (int i = 0; i < ishmemi_channels.count; i++) {
        moved |= fill(&ishmemi_channels.pairs[i].out);
        moved |= empty(&ishmemi_channels.pairs[i].in);
    }
    return moved;
}
