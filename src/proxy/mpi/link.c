/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packets from open to sent to free, and who may send when.
 */
#include "link.h"

#include "deliver.h"
#include "processor/clock.h"
#include <stdlib.h>
#include <string.h>

static struct {
    link_t *links;               /* [n_pes] */
    link_t *dirty;
    packet_t *first_sending;     /* oldest first */
    packet_t *last_sending;
    packet_t *free;
    /* Over all links: packets of requests that are open or unacknowledged, and operations that
     * end with a reply. */
    size_t open;
    uint64_t unacknowledged;
    size_t pending;
    size_t unfenced;             /* links */
    uint64_t passes;             /* of ishmemi_link_progress */
    link_t *to_ring;
} all;

/* Passes in which who waits for a reply has come back, or does not.  A pass takes a tenth of a
 * microsecond while there is nothing to do. */
#define RING_PASSES 500
/* Where there are naps between them.  The coarse clock's tick. */
#define RING_NS 4000000

/* ---- Packets --------------------------------------------------------------------------------- */

packet_t *ishmemi_packet_take(void)
{
    packet_t *packet = all.free;
    if (packet) {
        all.free = packet->next;
    } else {
        packet = ishmemi_mpi_allocate(1, sizeof *packet);
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

/* Rings at the peer, unless a request has woken it not long ago.  has_sent: a packet of requests
 * just now, which finds it awake, or soon; so does what comes in the time after that, as the peer
 * had the packet later than it was sent. */
static void ring(link_t *link, uint64_t now, bool has_sent)
{
    const bool may_sleep = now - link->awake_at > ISHMEMI_SILENCE_NS;
    if (may_sleep) {
        ishmemi_mpi_engine.request->wake(link->pe);
    }
    if (may_sleep || has_sent) {
        link->awake_at = now;
    }
}

/* Behind other packets.  Who asked is awake, most likely, and waits; only where it does not, and
 * has more to send behind the acknowledgement, its thread is wanted.  To wake one costs tens of
 * microseconds, for which who asks next would wait. */
static void ring_later(link_t *link, uint64_t now)
{
    if (link->ring_pass == 0) {
        link->next_ring = all.to_ring;
        all.to_ring = link;
    }
    link->ring_pass = all.passes + RING_PASSES;
    link->ring_since = now;
}

static void ring_due(void)
{
    all.passes++;
    const uint64_t now = all.to_ring ? ishmemi_clock_read(CLOCK_MONOTONIC_COARSE) : 0;
    for (link_t **at = &all.to_ring; *at;) {
        link_t *const link = *at;
        if (link->ring_pass > all.passes && now - link->ring_since < RING_NS) {
            at = &link->next_ring;
        } else {
            *at = link->next_ring;
            link->ring_pass = 0;
            ring(link, now, false);
        }
    }
}

static void send_packet(link_t *link, packet_t *packet, bool counted)
{
    packet->head = (packet_head_t){.counted = counted, .executed = link->executed & EXECUTED_MOST};
    link->told = link->executed;
    if (counted) {
        link->sent++;
        all.unacknowledged++;
    }
    ishmemi_mpi_check(MPI_Isend(packet->data, (int)packet->bytes, MPI_BYTE, link->pe, TAG_PACKET,
                                ishmemi_mpi_engine.comm, &packet->request),
                      "MPI_Isend", link->pe);
    const uint64_t now = ishmemi_clock_read(CLOCK_MONOTONIC_COARSE);
    if (counted) {
        ring(link, now, true);
    } else {
        ring_later(link, now);
    }
    packet->next = NULL;
    if (all.last_sending) {
        all.last_sending->next = packet;
    } else {
        all.first_sending = packet;
    }
    all.last_sending = packet;
}

static bool reuse_sent(void)
{
    bool moved = false;
    while (all.first_sending) {
        packet_t *const packet = all.first_sending;
        int is_sent = 0;
        ishmemi_mpi_check(MPI_Test(&packet->request, &is_sent, MPI_STATUS_IGNORE), "MPI_Test", -1);
        if (!is_sent) {
            break;
        }
        all.first_sending = packet->next;
        if (!all.first_sending) {
            all.last_sending = NULL;
        }
        ishmemi_packet_give(packet);
        moved = true;
    }
    return moved;
}

/* ---- Links ----------------------------------------------------------------------------------- */

void ishmemi_link_open(void)
{
    const int n_pes = ishmemi_mpi_engine.n_pes;
    memset(&all, 0, sizeof all);
    all.links = ishmemi_mpi_allocate((size_t)n_pes, sizeof *all.links);
    memset(all.links, 0, (size_t)n_pes * sizeof *all.links);
    for (int pe = 0; pe < n_pes; pe++) {
        all.links[pe].pe = pe;
        all.links[pe].fences = 1;
    }
}

void ishmemi_link_close(void)
{
    while (all.first_sending) {
        (void)reuse_sent();
    }
    while (all.free) {
        free(ishmemi_packet_take());
    }
    free(all.links);
    all.links = NULL;
}

link_t *ishmemi_link(int pe)
{
    return &all.links[pe];
}

static void set_dirty(link_t *link)
{
    if (!link->dirty) {
        link->dirty = true;
        link->next_dirty = all.dirty;
        all.dirty = link;
    }
}

static void send_requests(link_t *link)
{
    packet_t *const packet = link->requests;
    link->requests = NULL;
    link->hurry = false;
    all.open--;
    send_packet(link, packet, true);
}

static uint64_t unacknowledged(const link_t *link)
{
    return link->sent - link->acknowledged;
}

static void *extend(packet_t *packet, size_t bytes)
{
    char *const room = packet->data + packet->bytes;
    packet->bytes += bytes;
    return room;
}

void *ishmemi_link_request(link_t *link, size_t bytes)
{
    const bool is_behind = link->fence_due || link->direct_told != link->direct_sent;
    const size_t fence = is_behind ? sizeof(item_t) : 0;
    if (link->requests && link->requests->bytes + fence + bytes > PACKET_BYTES) {
        if (unacknowledged(link) >= WINDOW) {
            return NULL;
        }
        send_requests(link);
    }
    if (!link->requests) {
        link->requests = ishmemi_packet_take();
        all.open++;
        set_dirty(link);
    }
    if (is_behind) {
        item_t *const item = extend(link->requests, sizeof *item);
        *item = (item_t){.kind = link->fence_due ? ITEM_FENCE : ITEM_BEHIND,
                         .length = link->direct_sent};
        link->fence_due = false;
        link->direct_told = link->direct_sent;
    }
    return extend(link->requests, bytes);
}

void *ishmemi_link_reply(link_t *link, size_t bytes)
{
    if (link->replies && link->replies->bytes + bytes > PACKET_BYTES) {
        send_packet(link, link->replies, false);
        link->replies = NULL;
    }
    if (!link->replies) {
        link->replies = ishmemi_packet_take();
        set_dirty(link);
    }
    return extend(link->replies, bytes);
}

item_signal_t ishmemi_link_signal(item_t *item, const ishmemi_transport_signal_t *signal)
{
    if (!signal) {
        return (item_signal_t){0, 0};
    }
    item->flags |= ITEM_SIGNAL;
    item->op = signal->add ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET;
    return (item_signal_t){signal->place, signal->value};
}

void ishmemi_link_ends(link_t *link, ishmemi_transfer_t *transfer)
{
    if (!transfer) {
        return;
    }
    transfer->next = NULL;
    transfer->number = link->sent + 1;
    if (link->last) {
        link->last->next = transfer;
    } else {
        link->first = transfer;
    }
    link->last = transfer;
}

void ishmemi_link_push(link_t *link)
{
    if (link->requests && unacknowledged(link) == 0) {
        send_requests(link);
    }
}

void ishmemi_link_flush(link_t *link)
{
    if (!link->requests) {
        return;
    }
    if (unacknowledged(link) < WINDOW) {
        send_requests(link);
    } else {
        link->hurry = true;
    }
}

void ishmemi_link_flush_all(void)
{
    for (link_t *link = all.dirty; link; link = link->next_dirty) {
        ishmemi_link_flush(link);
    }
}

void ishmemi_link_note_large_put(link_t *link)
{
    all.unfenced += !link->unfenced;
    link->unfenced = true;
}

void ishmemi_link_fence(link_t *link)
{
    if (link->unfenced) {
        link->unfenced = false;
        link->fence_due = true;
        link->fences++;
        all.unfenced--;
    }
}

void ishmemi_link_fence_all(void)
{
    for (int pe = 0; all.unfenced > 0; pe++) {
        ishmemi_link_fence(&all.links[pe]);
    }
}

bool ishmemi_link_close_packet(link_t *link)
{
    if (link->requests && unacknowledged(link) < WINDOW) {
        send_requests(link);
    }
    return !link->requests;
}

void ishmemi_link_note_direct(link_t *link)
{
    link->direct_sent++;
    ring(link, ishmemi_clock_read(CLOCK_MONOTONIC_COARSE), true);
}

void ishmemi_link_begin(link_t *link)
{
    link->pending++;
    all.pending++;
}

void ishmemi_link_end(link_t *link)
{
    link->pending--;
    all.pending--;
}

bool ishmemi_link_is_quiet(const link_t *link)
{
    return !link->requests && unacknowledged(link) == 0 && link->pending == 0;
}

bool ishmemi_link_all_quiet(void)
{
    return all.open == 0 && all.unacknowledged == 0 && all.pending == 0;
}

void ishmemi_link_acknowledge(link_t *link, const packet_head_t *head)
{
    all.unacknowledged -= head->executed - link->acknowledged;
    link->acknowledged = head->executed;
    while (link->first && link->first->number <= link->acknowledged) {
        ishmemi_transfer_t *const transfer = link->first;
        link->first = transfer->next;
        if (!link->first) {
            link->last = NULL;
        }
        ishmemi_deliver_done(transfer);
    }
}

void ishmemi_link_executed(link_t *link)
{
    link->executed++;
    set_dirty(link);
}

/* Whether something is left to be sent. */
static bool send_link(link_t *link)
{
    if (link->requests &&
        (unacknowledged(link) == 0 || (link->hurry && unacknowledged(link) < WINDOW))) {
        send_requests(link);
    }
    if (link->replies) {
        packet_t *const packet = link->replies;
        link->replies = NULL;
        send_packet(link, packet, false);
    }
    if (link->executed != link->told) {
        send_packet(link, ishmemi_packet_take(), false);
    }
    return link->requests != NULL;
}

bool ishmemi_link_progress(void)
{
    const bool moved = reuse_sent();
    ring_due();
    link_t *links = all.dirty;
    all.dirty = NULL;
    while (links) {
        link_t *const link = links;
        links = link->next_dirty;
        link->dirty = false;
        if (send_link(link)) {
            set_dirty(link);
        }
    }
    return moved;
}
