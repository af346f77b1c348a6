/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Manages packets, from open to sent to free, and decides when they may be sent.
 */
#include "peer.h"

#include "deliver.h"
#include "util/clock.h"
#include <stdlib.h>
#include <string.h>

ishmemi_sparse_t ishmemi_peers;

static struct {
    peer_t *made;
    peer_t *dirty;
    packet_t *first_sending; /* oldest first */
    packet_t *last_sending;
    size_t sending;
    packet_t *free;
    /* Totals over all peers: packets of requests that are open or unacknowledged, and operations
     * that end with a reply. */
    size_t open;
    uint64_t unacknowledged;
    size_t pending;
    size_t unfenced; /* peers with large puts since the last fence */
    size_t touched;  /* peers with anything, where the wire has one-sided operations */
    uint64_t passes; /* calls of ishmemi_peer_progress */
    uint64_t waits;  /* for acknowledgements, so far */
    peer_t *to_wake;
} all;

/* After this many passes a peer that waited for a reply has sent its next request, or will not.  A
 * pass takes a tenth of a microsecond while there is nothing to do. */
#define WAKE_PASSES 500
/* The same limit as a time, because passes may be naps apart: the coarse clock's tick. */
#define WAKE_NS 4000000

/* Requests of a peer without an acknowledgement, at most. */
#define OWED_MOST (WINDOW / 2)
/* Requests wait so long for an acknowledgement, to gather: the peer may leave it out for longer. */
#define HELD_NS 50000

/* ---- Packets --------------------------------------------------------------------------------- */

packet_t *ishmemi_packet_take(void)
{
    packet_t *packet = all.free;
    if (packet) {
        all.free = packet->next;
    } else {
        packet = ishmemi_engine_allocate(1, sizeof *packet);
    }
    packet->next = NULL;
    packet->bytes = sizeof(packet_head_t);
    packet->at = sizeof(packet_head_t);
    return packet;
}

void ishmemi_packet_give(packet_t *packet)
{
    packet->next = all.free;
    all.free = packet;
}

/* Wakes the peer, unless a recent message has done so.  has_sent: a request, note or direct put was
 * just sent, or is sent next.  It finds the peer awake, or wakes it soon.  Anything sent within ISHMEMI_SILENCE_NS
 * finds it awake too, because the peer receives the message later than it was sent. */
static void wake(peer_t *peer, uint64_t now, bool has_sent)
{
    const bool may_sleep = now - peer->awake_at > ISHMEMI_SILENCE_NS;
    if (may_sleep) {
        ishmemi_engine.request->wake(peer->pe);
    }
    if (may_sleep || has_sent) {
        peer->awake_at = now;
    }
}

/* For replies.  The peer that made the request is probably awake and waiting.  Its thread is needed
 * only if it does not wait and has more to send after the acknowledgement.  A wake-up costs tens of
 * microseconds, which would delay the next peer that makes a request. */
static void wake_later(peer_t *peer, uint64_t now)
{
    if (peer->wake_pass == 0) {
        peer->next_to_wake = all.to_wake;
        all.to_wake = peer;
    }
    peer->wake_pass = all.passes + WAKE_PASSES;
    peer->wake_since = now;
}

static void wake_due(void)
{
    all.passes++;
    const uint64_t now = all.to_wake ? ishmemi_clock_read(CLOCK_MONOTONIC_COARSE) : 0;
    for (peer_t **at = &all.to_wake; *at;) {
        peer_t *const peer = *at;
        if (peer->wake_pass > all.passes && now - peer->wake_since < WAKE_NS) {
            at = &peer->next_to_wake;
        } else {
            *at = peer->next_to_wake;
            peer->wake_pass = 0;
            wake(peer, now, false);
        }
    }
}

/* Whether this PE waits, or has waited since its last requests, for the peer's acknowledgements. */
static bool has_waited(peer_t *peer)
{
    const bool has = peer->first || peer->waits != all.waits;
    peer->waits = all.waits;
    return has;
}

static void send_packet(peer_t *peer, packet_t *packet, packet_kind_t kind)
{
    packet->head = (packet_head_t){.kind = (unsigned)kind & 3U,
                                   .sender = (uint64_t)ishmemi_engine.my_pe & SENDER_MOST,
                                   .waits = kind == PACKET_REQUESTS && has_waited(peer),
                                   .executed = peer->executed & EXECUTED_MOST};
    peer->confirmed = peer->executed;
    peer->ordered_sent += kind != PACKET_REPLIES;
    if (kind == PACKET_REQUESTS) {
        peer->sent++;
        all.unacknowledged++;
    }
    const uint64_t now = ishmemi_clock_read(CLOCK_MONOTONIC_COARSE);
    if (kind == PACKET_REPLIES) {
        wake_later(peer, now);
    } else {
        /* First, so that the peer wakes up while this PE sends.  It then stays awake for longer than sending takes. */
        wake(peer, now, true);
    }
    ishmemi_engine.wire->send(peer->pe, packet->data, packet->bytes, &packet->message);
    packet->next = NULL;
    if (all.last_sending) {
        all.last_sending->next = packet;
    } else {
        all.first_sending = packet;
    }
    all.last_sending = packet;
    all.sending++;
}

/* Reuses the oldest packets once they have all been sent. */
static bool reuse_sent(size_t count)
{
    wire_message_t *messages[WIRE_TOGETHER];
    packet_t *packet = all.first_sending;
    for (size_t i = 0; i < count; i++, packet = packet->next) {
        messages[i] = &packet->message;
    }
    if (!ishmemi_engine.wire->have_ended(messages, count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        packet = all.first_sending;
        all.first_sending = packet->next;
        ishmemi_packet_give(packet);
    }
    all.sending -= count;
    if (!all.first_sending) {
        all.last_sending = NULL;
    }
    return true;
}

/* ---- Peers ----------------------------------------------------------------------------------- */

void ishmemi_peer_open(void)
{
    memset(&all, 0, sizeof all);
    if (!ishmemi_sparse_open(&ishmemi_peers, (size_t)ishmemi_engine.n_pes)) {
        ishmemi_engine.request->fatal("cannot allocate host memory for the table of %d PEs",
                                      ishmemi_engine.n_pes);
    }
}

void ishmemi_peer_close(void)
{
    while (all.sending > 0) {
        (void)reuse_sent(all.sending < WIRE_TOGETHER ? all.sending : WIRE_TOGETHER);
    }
    while (all.free) {
        free(ishmemi_packet_take());
    }
    ishmemi_sparse_close(&ishmemi_peers, free);
    all.made = NULL;
}

peer_t *ishmemi_peer_make(int pe)
{
    peer_t *const peer = ishmemi_engine_allocate(1, sizeof *peer);
    *peer = (peer_t){.next = all.made, .pe = pe, .fences = 1};
    if (!ishmemi_sparse_set(&ishmemi_peers, (size_t)pe, peer)) {
        ishmemi_engine.request->fatal("cannot allocate host memory for PE %d", pe);
    }
    all.made = peer;
    return peer;
}

static void set_dirty(peer_t *peer)
{
    if (!peer->dirty) {
        peer->dirty = true;
        peer->next_dirty = all.dirty;
        all.dirty = peer;
    }
}

/* Atomic, because threads without the lock look at it. */
static void count_open(int more)
{
    __atomic_store_n(&all.open, all.open + (size_t)more, __ATOMIC_RELAXED);
}

static void send_requests(peer_t *peer)
{
    packet_t *const packet = peer->requests;
    peer->requests = NULL;
    peer->hurry = false;
    peer->held_since = 0;
    count_open(-1);
    send_packet(peer, packet, PACKET_REQUESTS);
}

static uint64_t unacknowledged(const peer_t *peer)
{
    return peer->sent - peer->acknowledged;
}

static void *extend(packet_t *packet, size_t bytes)
{
    char *const room = packet->data + packet->bytes;
    packet->bytes += bytes;
    return room;
}

/* Whether the next request must say what it follows. */
static bool is_behind(const peer_t *peer)
{
    return peer->fence_due || peer->direct_announced != peer->direct_sent;
}

static void add_behind(peer_t *peer, packet_t *packet)
{
    if (is_behind(peer)) {
        item_t *const item = extend(packet, sizeof *item);
        *item = (item_t){.kind = peer->fence_due ? ITEM_FENCE : ITEM_BEHIND,
                         .length = peer->direct_sent};
        peer->fence_due = false;
        peer->direct_announced = peer->direct_sent;
    }
}

static void touch(peer_t *peer)
{
    if (!peer->touched && ishmemi_engine.wire->limits) {
        peer->touched = true;
        all.touched++;
    }
}

void *ishmemi_peer_request(peer_t *peer, size_t bytes)
{
    return peer->gated ? NULL : ishmemi_peer_request_ungated(peer, bytes);
}

void *ishmemi_peer_request_ungated(peer_t *peer, size_t bytes)
{
    touch(peer);
    const size_t fence = is_behind(peer) ? sizeof(item_t) : 0;
    if (peer->requests && peer->requests->bytes + fence + bytes > GATHERED_BYTES) {
        if (unacknowledged(peer) >= ishmemi_engine.window) {
            return NULL;
        }
        send_requests(peer);
    }
    if (!peer->requests && ishmemi_engine.hands_over &&
        unacknowledged(peer) >= ishmemi_engine.window) {
        return NULL;
    }
    if (!peer->requests) {
        peer->requests = ishmemi_packet_take();
        count_open(1);
        set_dirty(peer);
    }
    add_behind(peer, peer->requests);
    return extend(peer->requests, bytes);
}

void *ishmemi_peer_note(peer_t *peer, size_t bytes, packet_t **note)
{
    *note = NULL;
    if (peer->requests || peer->gated) {
        return ishmemi_peer_request(peer, bytes);
    }
    *note = ishmemi_packet_take();
    add_behind(peer, *note);
    return extend(*note, bytes);
}

void ishmemi_peer_send_note(peer_t *peer, packet_t *note)
{
    if (note) {
        send_packet(peer, note, PACKET_NOTE);
    } else {
        ishmemi_peer_flush(peer);
    }
}

void *ishmemi_peer_reply(peer_t *peer, size_t bytes)
{
    if (peer->replies && peer->replies->bytes + bytes > GATHERED_BYTES) {
        send_packet(peer, peer->replies, PACKET_REPLIES);
        peer->replies = NULL;
    }
    if (!peer->replies) {
        peer->replies = ishmemi_packet_take();
        set_dirty(peer);
    }
    return extend(peer->replies, bytes);
}

item_signal_t ishmemi_peer_signal(item_t *item, const ishmemi_transport_signal_t *signal)
{
    if (!signal) {
        return (item_signal_t){0, 0};
    }
    item->flags |= ITEM_SIGNAL;
    item->op = signal->add ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET;
    return (item_signal_t){signal->place, signal->value};
}

void ishmemi_peer_ends(peer_t *peer, ishmemi_transfer_t *transfer)
{
    if (!transfer) {
        return;
    }
    transfer->next = NULL;
    transfer->number = peer->sent + 1;
    if (peer->last) {
        peer->last->next = transfer;
    } else {
        peer->first = transfer;
    }
    peer->last = transfer;
}

void ishmemi_peer_push(peer_t *peer)
{
    if (peer->requests && (unacknowledged(peer) == 0 || ishmemi_engine.hands_over)) {
        send_requests(peer);
    }
}

void ishmemi_peer_flush(peer_t *peer)
{
    if (!peer->requests) {
        return;
    }
    if (unacknowledged(peer) < ishmemi_engine.window) {
        send_requests(peer);
    } else {
        peer->hurry = true;
    }
}

bool ishmemi_peer_has_open(void)
{
    return __atomic_load_n(&all.open, __ATOMIC_RELAXED) > 0;
}

void ishmemi_peer_flush_all(void)
{
    for (peer_t *peer = all.dirty; peer; peer = peer->next_dirty) {
        ishmemi_peer_flush(peer);
    }
}

void ishmemi_peer_note_large_put(peer_t *peer)
{
    all.unfenced += !peer->unfenced;
    peer->unfenced = true;
}

void ishmemi_peer_fence(peer_t *peer)
{
    if (peer->unfenced) {
        peer->unfenced = false;
        peer->fence_due = true;
        peer->fences++;
        all.unfenced--;
    }
    if (peer->touched) {
        peer->touched = false;
        all.touched--;
        peer->behind = !ishmemi_peer_is_quiet(peer);
        peer->gated = peer->written > 0;
    }
}

void ishmemi_peer_fence_all(void)
{
    for (peer_t *peer = all.made; all.unfenced + all.touched > 0; peer = peer->next) {
        ishmemi_peer_fence(peer);
    }
}

bool ishmemi_peer_close_packet(peer_t *peer)
{
    if (peer->requests && unacknowledged(peer) < ishmemi_engine.window) {
        send_requests(peer);
    }
    return !peer->requests && !peer->gated;
}

void ishmemi_peer_note_direct(peer_t *peer)
{
    peer->direct_sent++;
    touch(peer);
    ishmemi_peer_wake(peer);
}

void ishmemi_peer_wake(peer_t *peer)
{
    wake(peer, ishmemi_clock_read(CLOCK_MONOTONIC_COARSE), true);
}

void ishmemi_peer_note_written(peer_t *peer)
{
    touch(peer);
    peer->written++;
}

void ishmemi_peer_end_written(peer_t *peer)
{
    peer->written--;
    peer->gated = peer->gated && peer->written > 0;
}

void ishmemi_peer_begin(peer_t *peer)
{
    peer->pending++;
    all.pending++;
}

void ishmemi_peer_end(peer_t *peer)
{
    peer->pending--;
    all.pending--;
}

bool ishmemi_peer_has_only(const peer_t *peer, size_t pending)
{
    return !peer->requests && unacknowledged(peer) == 0 && peer->pending == pending;
}

bool ishmemi_peer_is_quiet(const peer_t *peer)
{
    return ishmemi_peer_has_only(peer, 0);
}

bool ishmemi_peer_all_quiet(void)
{
    return all.open == 0 && all.unacknowledged == 0 && all.pending == 0;
}

void ishmemi_peer_acknowledge(peer_t *peer, const packet_head_t *head)
{
    const uint64_t more = (head->executed - peer->acknowledged) & EXECUTED_MOST;
    all.unacknowledged -= more;
    peer->acknowledged += more;
    while (peer->first && peer->first->number <= peer->acknowledged) {
        ishmemi_transfer_t *const transfer = peer->first;
        peer->first = transfer->next;
        if (!peer->first) {
            peer->last = NULL;
        }
        ishmemi_deliver_done(transfer);
    }
}

void ishmemi_peer_executed(peer_t *peer, const packet_head_t *head)
{
    peer->ordered_done += head->kind != PACKET_REPLIES;
    if (head->kind == PACKET_REQUESTS) {
        peer->executed++;
        peer->awaited = head->waits;
        set_dirty(peer);
    }
}

void ishmemi_peer_note_wait(void)
{
    all.waits++;
}

static void urge(peer_t *peer)
{
    if (!ishmemi_peer_is_quiet(peer)) {
        ishmemi_engine.request->wake(peer->pe);
    }
}

void ishmemi_peer_urge(peer_t *peer)
{
    if (peer) {
        urge(peer);
        return;
    }
    for (peer_t *each = all.made; each; each = each->next) {
        urge(each);
    }
}

/* Whether the peer needs an acknowledgement now. */
static bool must_acknowledge(const peer_t *peer, bool has_received)
{
    const uint64_t owed = peer->executed - peer->confirmed;
    return owed > 0 &&
           (!has_received || peer->awaited || ishmemi_engine.hands_over || owed >= OWED_MOST);
}

/* Whether to send the open requests. */
static bool are_due(peer_t *peer)
{
    if (unacknowledged(peer) == 0 || unacknowledged(peer) >= ishmemi_engine.window) {
        return unacknowledged(peer) == 0;
    }
    if (peer->hurry) {
        return true;
    }
    const uint64_t now = ishmemi_clock_now();
    if (peer->held_since == 0) {
        peer->held_since = now;
    }
    return now - peer->held_since > HELD_NS;
}

/* Returns whether something is left to send. */
static bool send_to(peer_t *peer, bool has_received)
{
    if (peer->requests && are_due(peer)) {
        send_requests(peer);
    }
    if (peer->replies) {
        packet_t *const packet = peer->replies;
        peer->replies = NULL;
        send_packet(peer, packet, PACKET_REPLIES);
    }
    if (must_acknowledge(peer, has_received)) {
        send_packet(peer, ishmemi_packet_take(), PACKET_REPLIES);
    }
    return peer->requests || peer->executed != peer->confirmed;
}

bool ishmemi_peer_progress(bool has_received)
{
    const bool moved = all.sending >= WIRE_TOGETHER && reuse_sent(WIRE_TOGETHER);
    wake_due();
    peer_t *peers = all.dirty;
    all.dirty = NULL;
    while (peers) {
        peer_t *const peer = peers;
        peers = peer->next_dirty;
        peer->dirty = false;
        if (send_to(peer, has_received)) {
            set_dirty(peer);
        }
    }
    return moved;
}
